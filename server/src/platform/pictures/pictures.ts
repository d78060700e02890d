import { apart } from '../apart/apart.ts'
import type { redraw } from './redraw.ts'

export interface Drawn {
  width: number
  height: number
  /** A PNG that this portal has encoded, without anything but pixels. */
  content: Uint8Array
}

/** Why a picture cannot be decoded, as the end of a sentence. */
export interface Fault {
  fault: string
}

/** A picture's PNG or JPEG, decoded and encoded anew in a thread (threats F11). */
export const redrawApart = apart<typeof redraw>(new URL('./redraw.ts', import.meta.url), 'redraw', 'images')
