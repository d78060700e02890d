import type { Pdf } from '../../../platform/pdf/document.ts'
import type { Ink } from '../../../platform/pdf/face.ts'
import type { Numbers } from '../../../platform/pdf/numbers.ts'
import type { OrderDocument } from './find-document.ts'
import type { Words } from './words.ts'

/** What all parts of the document draw with. */
export interface Sheet {
  pdf: Pdf
  document: OrderDocument
  say: Words
  language: 'en' | 'it'
  ink: Ink
  numbers: Numbers
}
