/** Whether a text has a format. Takes time in proportion to the text. */
export type FormatTest = (text: string) => boolean
