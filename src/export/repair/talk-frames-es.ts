import type { TalkFrames } from './talk-frame.js'

const WAIT = 'asks to wait; nothing is to be looked up yet'
const LEAVE = 'says that nothing is to be done'
const THANKS = 'says thanks; there is nothing left to do'
const SPELLING = 'asks about how it is written, not about what it stands for'
const OPINION = 'asks for an opinion'
const LANGUAGE = 'asks about language'
const CONCEPT = 'asks for a concept that takes no data'
const ADVICE = 'asks for advice that takes no data'
const TEXT = 'asks for a text, not for data'
const EXPLAIN = 'asks what a command means; nothing is to be run'

export const spanishFrames: TalkFrames = {
  any: [
    {
      text: 'Ten presente {x}, vuelvo sobre ello después de comer.',
      why: WAIT,
      answers: [
        'Claro. Avísame cuando quieras seguir y empezamos por {x}.',
        'Queda apuntado para esta conversación. Dímelo cuando estés de vuelta.',
      ],
    },
    {
      text: 'Escribí {x} en la ventana equivocada, perdona. Olvídalo.',
      why: LEAVE,
      answers: [
        'No pasa nada, lo dejo como está. ¿Qué querías escribir en realidad?',
        'Le ocurre a cualquiera. No se ha hecho nada con eso.',
      ],
    },
    {
      text: '¿He escrito {x} tal como suelen escribirse estas cosas?',
      why: SPELLING,
      answers: [
        'Se lee bien: las partes están en el orden habitual. Si existe o no, es otra pregunta.',
        'Sí, así nadie tropezará al leerlo. Mantén la misma forma en todo el texto.',
      ],
    },
    {
      text: '¿Puede ir {x} entre comillas en mitad de una oración?',
      why: LANGUAGE,
      answers: [
        'Puede. Las comillas muestran que se cita tal cual y que el punto siguiente no forma parte de ello.',
        'Sí, y además ayudan a ver dónde empieza y dónde termina.',
      ],
    },
    {
      text: 'El aviso sobre {x} se cerró esta mañana, no tienes que hacer nada.',
      why: LEAVE,
      answers: [
        'Me alegra que esté resuelto. No lo toco; que tengas un buen día.',
        'Entonces queda cerrado. Deja una línea sobre lo que ayudó, para quien venga después.',
      ],
    },
    {
      text: '¿Dónde queda mejor {x} en un correo: al principio o más abajo?',
      why: OPINION,
      answers: [
        'Más abajo. Di primero por qué escribes y nómbralo cuando el lector sepa de qué se trata.',
        'Al principio solo si lo están esperando; si no, empieza por lo que necesitas de ellos.',
      ],
    },
    {
      text: 'Mañana tengo que decir {x} delante de treinta personas. ¿Algún consejo?',
      why: ADVICE,
      answers: [
        'Dilo despacio y por grupos, levanta la vista entre ellos y muéstralo también en una diapositiva.',
        'Ensáyalo tres veces en voz alta esta noche y haz una pausa antes y después.',
      ],
    },
    {
      text: 'Inventa un titular para nuestro boletín que incluya {x}.',
      why: TEXT,
      answers: [
        '¿Qué tal «Lo que {x} nos enseñó sobre dejar las cosas por escrito»?',
        '«{x} y el largo martes que vino después» haría que la gente siguiera leyendo.',
      ],
    },
    {
      text: '¿Por qué todos callan cuando alguien dice {x} en la cocina?',
      why: CONCEPT,
      answers: [
        'Un nombre suelto y sin contexto suena a problema. Una frase con lo que se sabe calma a casi todos.',
        'Seguramente porque nadie quiere ser quien se ocupe de ello. Preguntar abiertamente ayuda.',
      ],
    },
    {
      text: 'En mi cuaderno solo pone «{x}». ¿Cómo tomo apuntes que entienda más tarde?',
      why: ADVICE,
      answers: [
        'Anota tres cosas junto a cada nombre: de dónde salió, por qué importaba y qué viene después.',
        'Escribe frases enteras, pon la fecha arriba y reléelas por la tarde.',
      ],
    },
    {
      text: 'Fuiste de gran ayuda con {x}, ¡te debo un café!',
      why: THANKS,
      answers: [
        'De nada, me alegra que saliera bien. Tómate el café por los dos.',
        'Muy amable por tu parte. Vuelve cuando algo más no esté claro.',
      ],
    },
    {
      text: 'Ocúpate de {x} solo si te lo pido otra vez; por ahora dime cómo empieza un buen informe.',
      why: WAIT,
      answers: [
        'De acuerdo, espero. Un buen informe empieza por su resultado en una frase y luego cuenta cómo se obtuvo.',
        'Lo dejo hasta que lo pidas. Empieza por lo que el lector debe hacer y da después las razones.',
      ],
    },
    {
      text: 'Mi hija pregunta por qué los mayores ponen nombres como {x} a las cosas. ¿Qué le digo?',
      why: CONCEPT,
      answers: [
        'Dile que hay demasiadas cosas para nombres bonitos, y que reciben una etiqueta como un abrigo en el guardarropa.',
        'Que un nombre así es corto, pertenece a una sola cosa y cuesta confundirlo con otro.',
      ],
    },
    {
      text: '¿Apunto {x} en la pizarra con rotulador negro o con uno rojo?',
      why: OPINION,
      answers: [
        'Con el negro, para que se lea desde la última fila. Guarda el rojo para lo urgente.',
        'El negro para el nombre, y subráyalo en rojo si es lo que más importa.',
      ],
    },
  ],
  cve: [
    {
      text: '¿Qué significan las tres letras con las que empieza {x}?',
      why: CONCEPT,
      answers: [
        'Son las siglas en inglés de vulnerabilidades y exposiciones comunes, una lista pública con un número para cada fallo.',
        'Vienen de una lista pública de debilidades conocidas, para que todos hablen de la misma.',
      ],
    },
    {
      text: '¿El año que lleva {x} dice cuándo se halló el fallo o cuándo se asignó el número?',
      why: CONCEPT,
      answers: [
        'Cuándo se reservó el número o se hizo público el fallo, que puede ser anterior.',
        'Pertenece al número más que al hallazgo, así que el fallo puede ser más viejo.',
      ],
    },
    {
      text: '¿Pueden dos fallos distintos compartir un número, por ejemplo {x}?',
      why: CONCEPT,
      answers: [
        'No, cada número es de una sola debilidad. Si se mezclaron dos, la entrada se divide.',
        'No deberían: una debilidad, un número. Los errores se corrigen dividiendo o anulando la entrada.',
      ],
    },
    {
      text: '¿Las últimas cifras de {x} miden lo grave que es?',
      why: SPELLING,
      answers: [
        'No, las cifras solo cuentan entradas. La gravedad está en su puntuación.',
        'Son un número correlativo y nada más; la gravedad se valora aparte.',
      ],
    },
    {
      text: '¿Cómo le explico a mi jefa en una frase qué clase de cosa es {x}?',
      why: ADVICE,
      answers: [
        'Dile que es el nombre público de una debilidad conocida de un producto, para que todos hablen de lo mismo.',
        'Que es la etiqueta de un agujero de seguridad público, como un número de expediente.',
      ],
    },
  ],
  indicator: [
    {
      text: '¿Es de buena educación poner {x} como texto normal en un correo?',
      why: OPINION,
      answers: [
        'Es habitual, pero muchos equipos ponen corchetes en los puntos para que nadie haga clic.',
        'Mejor hazlo inofensivo antes, con corchetes o en una imagen, y avisa en la línea anterior.',
      ],
    },
    {
      text: '¿En qué tipo de archivo guardarías una lista con entradas como {x}?',
      why: CONCEPT,
      answers: [
        'Basta un archivo de texto o CSV con una entrada por línea; añade una columna para la fecha y otra para el origen.',
        'Algo sencillo: una línea por entrada, ordenadas y con una nota sobre de dónde salieron.',
      ],
    },
    {
      text: '{x} está en nuestra propia lista de permitidos, déjalo en paz. ¿Para qué sirve una lista así?',
      why: LEAVE,
      answers: [
        'Nombra lo que se sabe que es bueno, para que las alarmas lo pasen por alto. A este lo dejo en paz.',
        'Evita que lo conocido y bueno dispare alarmas una y otra vez. No miraré este.',
      ],
    },
    {
      text: '¿Los valores como {x} envejecen, en general?',
      why: CONCEPT,
      answers: [
        'Las direcciones y los nombres cambian de manos, y una entrada vieja puede señalar a un inocente. Los resúmenes no cambian.',
        'La mayoría sí. Ponle fecha a cada entrada y revisa las que tengan más de unos meses.',
      ],
    },
    {
      text: '¿Qué título pondrías a una columna que guarda cosas como {x}?',
      why: OPINION,
      answers: [
        'Algo corto y claro, como «indicador», con una segunda columna para su tipo.',
        'La llamaría «valor» y pondría el tipo en la columna anterior.',
      ],
    },
  ],
  shell: [
    {
      text: 'Un tutorial muestra `{x}`. Di con palabras cómo se lee una línea así, sin ponerla en marcha.',
      why: EXPLAIN,
      answers: [
        'Se lee de izquierda a derecha: primero el programa, luego sus opciones y después sobre qué actúa. No se ejecuta nada.',
        'La primera palabra nombra el programa, las que llevan guion cambian su forma de trabajar y el resto dice sobre qué.',
      ],
    },
    {
      text: '¿Pegarías `{x}` desde un foro en una terminal?',
      why: OPINION,
      answers: [
        'No antes de poder explicar cada palabra. Consulta primero cada opción en el manual.',
        'Solo en una máquina que se pueda estropear y después de leer qué hace cada parte.',
      ],
    },
    {
      text: 'Mi hermano me enseñó `{x}` hace años y todavía me hace sonreír.',
      why: 'tells something and asks for nothing',
      answers: [
        'Qué recuerdo tan bonito. Los trucos que alguien nos enseña duran más que cualquier manual.',
        'Entonces tiene una buena historia. Quizá te toque enseñar uno de los tuyos.',
      ],
    },
    {
      text: 'Por favor, no pongas en marcha `{x}`, esta máquina está en producción.',
      why: LEAVE,
      answers: [
        'Entendido, lo dejo. En una máquina en producción conviene probar esas cosas antes en otro sitio.',
        'No se pone en marcha nada. Avísame si quieres planearlo para una hora tranquila.',
      ],
    },
    {
      text: '`{x}` ya terminó por mi lado, todo en orden.',
      why: THANKS,
      answers: [
        'Bien, entonces aquí no queda nada por hacer. Apunta a qué hora fue.',
        'Me alegra. Dime si más tarde algo se ve raro.',
      ],
    },
    {
      text: '¿Cómo compondrías `{x}` en un libro, en cursiva o con letra de ancho fijo?',
      why: LANGUAGE,
      answers: [
        'Con letra de ancho fijo: se ve enseguida que se teclea tal cual, espacios incluidos.',
        'Ancho fijo y sin comillas, para que nadie teclee también las comillas.',
      ],
    },
    {
      text: '¿Hay que saberse `{x}` de memoria para un examen?',
      why: OPINION,
      answers: [
        'Basta con saber para qué sirve y dónde están descritas sus opciones; las letras exactas se consultan.',
        'No hace daño, pero entender cada parte vale más que recitarlo.',
      ],
    },
  ],
}
