import { ApartFailure } from '../apart/apart.ts'

/**
 * A document printed apart. Where that fails it is printed once more without its logo: one that was stored before logos were
 * decoded at upload may be damaged or monstrous, and the name stands in for it (threats F11).
 */
export async function withoutFaultyLogo<D extends { logoUrl: string | null }>(
  document: D,
  print: (document: D) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  try {
    return await print(document)
  } catch (error) {
    if (!(error instanceof ApartFailure) || document.logoUrl === null) throw error
    return print({ ...document, logoUrl: null })
  }
}
