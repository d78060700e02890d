import { ApartFailure } from '../apart/apart.ts'
import { Unavailable } from '../refusal.ts'

/**
 * A document printed apart. Where that fails it is printed once more without its logo: one that was stored before logos were
 * decoded at upload may be damaged or monstrous, and the name stands in for it (threats F11). Refuses RQ503 what takes too long.
 */
export async function withoutFaultyLogo<D extends { logoUrl: string | null }>(
  document: D,
  print: (document: D) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  try {
    return await print(document)
  } catch (error) {
    if (!(error instanceof ApartFailure) || document.logoUrl === null) throw inTime(error)
    return print({ ...document, logoUrl: null }).catch((again: unknown) => {
      throw inTime(again)
    })
  }
}

/** A document that took too long is no fault of the program: its machine is busy, and it can be asked for again. */
const inTime = (error: unknown): unknown =>
  error instanceof ApartFailure && error.reason === 'time' ? new Unavailable('busy') : error
