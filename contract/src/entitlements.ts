import * as z from 'zod/mini'

/** What a license grants beyond its term (rules K28): in answers, leases and exported documents. */
export const Entitlements = {
  /** The extensions, with the pieces that the key has of each. */
  extensions: z.array(z.object({ sku: z.string(), quantity: z.int() })),
  /** The typed features of its product's type, by name, joined by those of the extensions: what each seat may use. */
  entitlements: z.record(z.string(), z.unknown()),
}
