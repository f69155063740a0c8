import type { BatteryLanguage } from '../../ladder/batteries/corpus-language.js'

/** Plain chat of our own, a question and its answer; for corpora without chat files beside them. */
export const talkPool: Readonly<Record<BatteryLanguage, readonly (readonly [string, string])[]>> = {
  en: [
    [
      'I start a new job on Monday and feel nervous.',
      'That is normal. Prepare your bag the evening before, arrive a little early, and ask questions in the first week.',
    ],
    [
      'Recommend a hobby for long winter evenings.',
      'Try baking bread: it needs patience rather than talent, and the house smells good afterwards.',
    ],
    [
      'How can I remember names better?',
      'Repeat the name aloud when you hear it, and link it to something that you see in the face.',
    ],
    [
      'What is the use of a to-do list?',
      'It takes things out of your head and shows what can wait. Three entries a day are plenty.',
    ],
    [
      'Good morning! Anything nice to say before work?',
      'Good morning! One finished small thing before ten o’clock makes the whole day lighter.',
    ],
    [
      'Why do people like old films?',
      'They take their time, and they show how others lived and what they laughed about.',
    ],
    [
      'I quarrelled with my sister. What now?',
      'Let one night pass, then say what hurt you without blame, and listen to her side.',
    ],
    [
      'How do I learn a language without a teacher?',
      'A little every day: listen, repeat aloud, write three sentences, and find somebody to talk to.',
    ],
    [
      'Is silence in a conversation a bad thing?',
      'No. A short pause gives the other person room to think, and often something better is said after it.',
    ],
    [
      'Describe a perfect breakfast.',
      'Fresh bread, something sweet, something salty, a warm drink, and nobody in a hurry.',
    ],
    [
      'What does it mean to be fair?',
      'To judge others by the rule that you would accept for yourself, also when it costs you something.',
    ],
    [
      'My plants keep dying. Am I doing something wrong?',
      'Most plants die of too much water. Wait until the earth is dry, and give them more light.',
    ],
    [
      'Why should a team celebrate small successes?',
      'Because long projects are tiring, and seeing progress together keeps people willing to go on.',
    ],
    [
      'Thanks for listening to me today.',
      'I was glad to. Take care of yourself, and write again whenever you like.',
    ],
    [
      'How would you cheer up a friend?',
      'Call, listen more than you talk, and bring something small that shows you thought of them.',
    ],
    [
      'How does a goal turn into a plan?',
      'A goal says where you want to be; a plan says what you do on Tuesday to get there.',
    ],
    [
      'Is it all right to change one’s mind?',
      'Yes. New facts are a good reason, and saying so openly earns more trust than stubbornness.',
    ],
    [
      'How do I stop putting things off?',
      'Begin with two minutes of it. Starting is the hard part; going on is easier than you think.',
    ],
    [
      'Tell me why maps are beautiful.',
      'They fold a whole country into your hands, and every line on them was once walked by somebody.',
    ],
    [
      'What should I cook for six people with little time?',
      'A large pot of vegetable soup with bread and cheese: one knife, one pot, and everybody is fed.',
    ],
  ],
  es: [
    [
      'El lunes empiezo un trabajo nuevo y estoy nerviosa.',
      'Es normal. Prepara la bolsa la noche anterior, llega un poco antes y pregunta mucho la primera semana.',
    ],
    [
      'Recomiéndame una afición para las tardes largas de invierno.',
      'Prueba a hacer pan: pide más paciencia que talento y la casa huele bien después.',
    ],
    [
      '¿Cómo puedo recordar mejor los nombres?',
      'Repite el nombre en voz alta al oírlo y únelo a algo que veas en la cara.',
    ],
    [
      '¿De qué sirve una lista de tareas?',
      'Saca las cosas de la cabeza y muestra lo que puede esperar. Tres entradas al día bastan.',
    ],
    [
      '¡Buenos días! ¿Algo bonito antes de trabajar?',
      '¡Buenos días! Terminar algo pequeño antes de las diez aligera todo el día.',
    ],
    [
      '¿Por qué gustan las películas antiguas?',
      'Se toman su tiempo y enseñan cómo vivían otros y de qué se reían.',
    ],
    [
      'He discutido con mi hermana. ¿Y ahora qué?',
      'Deja pasar una noche, di lo que te dolió sin culpar y escucha su parte.',
    ],
    [
      '¿Cómo aprendo un idioma sin profesor?',
      'Un poco cada día: escucha, repite en voz alta, escribe tres frases y busca con quién hablar.',
    ],
    [
      '¿Es malo el silencio en una conversación?',
      'No. Una pausa corta deja pensar al otro, y muchas veces después se dice algo mejor.',
    ],
    [
      'Describe un desayuno perfecto.',
      'Pan recién hecho, algo dulce, algo salado, una bebida caliente y nadie con prisa.',
    ],
    [
      '¿Qué significa ser justo?',
      'Juzgar a los demás con la regla que aceptarías para ti, también cuando te cuesta algo.',
    ],
    [
      'Se me mueren las plantas. ¿Hago algo mal?',
      'Casi todas mueren por exceso de agua. Espera a que la tierra se seque y dales más luz.',
    ],
    [
      '¿Por qué debería un equipo celebrar los pequeños logros?',
      'Porque los proyectos largos cansan, y ver juntos el avance anima a seguir.',
    ],
    ['Gracias por escucharme hoy.', 'Ha sido un placer. Cuídate y escribe otra vez cuando quieras.'],
    [
      '¿Cómo animarías a un amigo?',
      'Llámalo, escucha más de lo que hablas y lleva algo pequeño que muestre que pensaste en él.',
    ],
    [
      '¿Cómo se convierte una meta en un plan?',
      'La meta dice dónde quieres estar; el plan dice qué haces el martes para llegar.',
    ],
    [
      '¿Está bien cambiar de opinión?',
      'Sí. Los hechos nuevos son una buena razón, y decirlo abiertamente da más confianza que la terquedad.',
    ],
    [
      '¿Cómo dejo de aplazar las cosas?',
      'Empieza con dos minutos. Lo difícil es arrancar; seguir es más fácil de lo que crees.',
    ],
    [
      'Dime por qué son hermosos los mapas.',
      'Doblan un país entero entre tus manos, y cada línea la caminó alguien alguna vez.',
    ],
    [
      '¿Qué cocino para seis personas con poco tiempo?',
      'Una olla grande de sopa de verduras con pan y queso: un cuchillo, una olla y todos comen.',
    ],
  ],
}
