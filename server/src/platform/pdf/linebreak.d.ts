/** The part of linebreak that the PDFs use; the package has no types. */
declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string)
    /** The next place where a line may end; null at the end of the text. */
    nextBreak(): { position: number } | null
  }
}
