import type { BatteryLanguage } from './corpus-language.js'

/** What a prompt without a need for a call mentions. */
export type Mention = 'cve' | 'shell' | 'indicator' | 'other' | 'plain'

/** A prompt with a hole `{x}` for what it mentions, and why no call is right. */
export interface SuppressionFrame {
  readonly text: string
  readonly why: string
}

const SPELLING = 'asks about how it is written, not about what it stands for'
const OPINION = 'asks for an opinion'
const THANKS = 'says thanks; there is nothing left to do'
const REFUSED = 'says that nothing is to be looked up or run'
const CONCEPT = 'asks for a concept that takes no data'
const STORY = 'tells something and asks for company or a general view'
const LANGUAGE = 'asks about language'
const PLAIN = 'mentions nothing that a tool takes'
const EXPLAIN = 'asks what a command means and says not to run it'

/** Fit whatever is mentioned. */
export const generalFrames: Readonly<Record<BatteryLanguage, readonly SuppressionFrame[]>> = {
  en: [
    { text: 'Thanks, that answers my question about {x}.', why: THANKS },
    { text: 'Do not look up {x}; just tell me how your day is going.', why: REFUSED },
    { text: 'Is “we talked about {x} yesterday” a correct English sentence?', why: LANGUAGE },
    { text: 'How would you read {x} aloud over a bad phone line?', why: SPELLING },
    { text: 'Do you think {x} is easy to remember?', why: OPINION },
    { text: 'A colleague has printed {x} on a coffee mug. Is that funny or odd?', why: OPINION },
    { text: 'I no longer need anything about {x}, you already helped me a lot.', why: THANKS },
    { text: 'Please check nothing yet: I only wanted to say that {x} came up in a meeting.', why: REFUSED },
    { text: 'Write a short rhyme in which {x} occurs.', why: 'asks for a text, not for data' },
    { text: 'Should {x} stand in the title of my report or in a footnote?', why: OPINION },
    { text: 'My teacher mentioned {x} and I fell asleep. How do I stay awake in long lectures?', why: STORY },
    { text: 'What rhymes with the last part of {x}?', why: SPELLING },
  ],
  es: [
    { text: 'Gracias, con eso queda resuelta mi duda sobre {x}.', why: THANKS },
    { text: 'No consultes {x}; solo cuéntame cómo va tu día.', why: REFUSED },
    { text: '¿Es correcta la frase «ayer hablamos de {x}»?', why: LANGUAGE },
    { text: '¿Cómo leerías {x} en voz alta por un teléfono con ruido?', why: SPELLING },
    { text: '¿Crees que {x} es fácil de recordar?', why: OPINION },
    { text: 'Un compañero estampó {x} en una taza. ¿Te parece gracioso o raro?', why: OPINION },
    { text: 'Ya no necesito nada sobre {x}, me has ayudado mucho.', why: THANKS },
    { text: 'No compruebes nada todavía: solo quería decir que {x} salió en la reunión.', why: REFUSED },
    { text: 'Escribe una rima corta en la que aparezca {x}.', why: 'asks for a text, not for data' },
    { text: '¿Debería poner {x} en el título de mi informe o en una nota al pie?', why: OPINION },
    { text: 'Mi profesora nombró {x} y me dormí. ¿Cómo aguanto despierto en clases largas?', why: STORY },
    { text: '¿Qué rima con la última parte de {x}?', why: SPELLING },
  ],
}

/** Fit one kind of mention alone. */
export const ownFrames: Readonly<
  Record<BatteryLanguage, Readonly<Record<Exclude<Mention, 'other'>, readonly SuppressionFrame[]>>>
> = {
  en: {
    cve: [
      { text: 'In an identifier like {x}, what does the second number count?', why: SPELLING },
      { text: 'Why do identifiers such as {x} begin with a year?', why: CONCEPT },
      { text: 'Who hands out numbers like {x}, in general?', why: CONCEPT },
      { text: 'Are names like {x} a good idea, or would words be better?', why: OPINION },
      {
        text: 'We patched {x} last winter and it was a long night. How do teams recover after such nights?',
        why: STORY,
      },
    ],
    shell: [
      { text: 'Do not run it, just explain what `{x}` would do.', why: EXPLAIN },
      { text: 'What does each word of `{x}` mean? I am only reading a book.', why: EXPLAIN },
      { text: 'Why do people warn each other about typing `{x}` without thinking?', why: CONCEPT },
      { text: 'Without executing anything: is `{x}` a command or an option?', why: EXPLAIN },
      { text: 'I already ran `{x}` myself, thank you.', why: THANKS },
      { text: 'Is `{x}` hard to learn for beginners?', why: OPINION },
      { text: 'How do I pronounce `{x}` in a talk?', why: SPELLING },
      {
        text: 'My old teacher wrote `{x}` on the board, and I still dream of it. Is that normal?',
        why: STORY,
      },
    ],
    indicator: [
      { text: 'Is {x} written with dots or with dashes when one follows the rules?', why: SPELLING },
      {
        text: 'What is the general difference between something like {x} and a street address?',
        why: CONCEPT,
      },
      { text: 'May I use {x} as an example in a school book?', why: OPINION },
      {
        text: 'We blocked {x} long ago, no need to look at it again. What makes a good week start?',
        why: REFUSED,
      },
      { text: 'How long is a text like {x} at most, by its rules?', why: CONCEPT },
    ],
    plain: [
      { text: 'Hello, how are you today?', why: PLAIN },
      { text: 'Thank you very much for your help.', why: PLAIN },
      { text: 'Why is it useful to sleep before an exam?', why: PLAIN },
      { text: 'Give me an idea for a rainy Sunday.', why: PLAIN },
      { text: 'What is the difference between a rumour and a fact?', why: PLAIN },
      { text: 'How do I apologise to a friend?', why: PLAIN },
      { text: 'What do you like about autumn?', why: PLAIN },
      { text: 'Explain in two sentences why practice matters.', why: PLAIN },
      { text: 'I am tired of long meetings.', why: PLAIN },
      { text: 'What makes a password hard to guess?', why: PLAIN },
      { text: 'Tell me something nice about libraries.', why: PLAIN },
      { text: 'Is it better to read in the morning or at night?', why: PLAIN },
      { text: 'How would you explain patience to a child?', why: PLAIN },
      { text: 'What can you do for me?', why: PLAIN },
      { text: 'Good night, see you tomorrow.', why: PLAIN },
      { text: 'Why do teams write down what went wrong?', why: PLAIN },
      { text: 'What is a backup, in simple words?', why: PLAIN },
      { text: 'Which is older, the bicycle or the telephone?', why: PLAIN },
    ],
  },
  es: {
    cve: [
      { text: 'En un identificador como {x}, ¿qué cuenta el segundo número?', why: SPELLING },
      { text: '¿Por qué los identificadores como {x} empiezan por un año?', why: CONCEPT },
      { text: '¿Quién reparte números como {x}, en general?', why: CONCEPT },
      { text: '¿Son buena idea los nombres como {x} o serían mejor palabras?', why: OPINION },
      {
        text: 'Parcheamos {x} el invierno pasado y fue una noche larga. ¿Cómo se recupera un equipo?',
        why: STORY,
      },
    ],
    shell: [
      { text: 'No lo ejecutes, solo explica qué haría `{x}`.', why: EXPLAIN },
      { text: '¿Qué significa cada palabra de `{x}`? Solo estoy leyendo un libro.', why: EXPLAIN },
      { text: '¿Por qué se advierte a la gente que no escriba `{x}` sin pensar?', why: CONCEPT },
      { text: 'Sin ejecutar nada: ¿`{x}` es una orden o una opción?', why: EXPLAIN },
      { text: 'Ya ejecuté `{x}` yo mismo, gracias.', why: THANKS },
      { text: '¿Es difícil aprender `{x}` para alguien que empieza?', why: OPINION },
      { text: '¿Cómo se pronuncia `{x}` en una charla?', why: SPELLING },
      {
        text: 'Mi antiguo profesor escribió `{x}` en la pizarra y aún sueño con eso. ¿Es normal?',
        why: STORY,
      },
    ],
    indicator: [
      { text: '¿{x} se escribe con puntos o con guiones si se siguen las reglas?', why: SPELLING },
      { text: '¿Qué diferencia general hay entre algo como {x} y una dirección postal?', why: CONCEPT },
      { text: '¿Puedo usar {x} como ejemplo en un libro escolar?', why: OPINION },
      {
        text: 'Ya bloqueamos {x} hace tiempo, no hace falta mirarlo. ¿Qué hace que una semana empiece bien?',
        why: REFUSED,
      },
      { text: '¿Qué longitud máxima tiene un texto como {x}, según sus reglas?', why: CONCEPT },
    ],
    plain: [
      { text: 'Hola, ¿qué tal estás hoy?', why: PLAIN },
      { text: 'Muchas gracias por toda la ayuda.', why: PLAIN },
      { text: '¿Por qué conviene dormir antes de un examen?', why: PLAIN },
      { text: 'Dame una idea para un domingo de lluvia.', why: PLAIN },
      { text: '¿Qué diferencia hay entre un rumor y un hecho?', why: PLAIN },
      { text: '¿Cómo le pido perdón a una amiga?', why: PLAIN },
      { text: '¿Qué te gusta del otoño?', why: PLAIN },
      { text: 'Explica en dos frases por qué importa practicar.', why: PLAIN },
      { text: 'Estoy cansado de reuniones largas.', why: PLAIN },
      { text: '¿Qué hace que una contraseña sea difícil de adivinar?', why: PLAIN },
      { text: 'Cuéntame algo bonito sobre las bibliotecas.', why: PLAIN },
      { text: '¿Es mejor leer por la mañana o por la noche?', why: PLAIN },
      { text: '¿Cómo le explicarías la paciencia a un niño?', why: PLAIN },
      { text: '¿Qué sabes hacer?', why: PLAIN },
      { text: 'Buenas noches, hasta mañana.', why: PLAIN },
      { text: '¿Por qué los equipos apuntan lo que salió mal?', why: PLAIN },
      { text: '¿Qué es una copia de seguridad, en palabras sencillas?', why: PLAIN },
      { text: '¿Qué es más antiguo, la bicicleta o el teléfono?', why: PLAIN },
    ],
  },
}
