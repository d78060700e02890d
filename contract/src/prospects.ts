import * as z from 'zod/mini'
import { Email, Id, Instant, requiredText, text } from './values.ts'

const optionalText = z.optional(z.nullable(text()))

/** The company that a deal is registered for. */
export const ProspectDraft = z.strictObject({
  name: requiredText(),
  legalName: optionalText,
  vatId: requiredText(),
  firstName: requiredText(),
  lastName: requiredText(),
  email: z.optional(z.nullable(z.union([z.literal(''), Email]))),
  phoneNumber: optionalText,
  webSite: optionalText,
  street: requiredText(),
  city: requiredText(),
  locality: optionalText,
  region: optionalText,
  postalCode: requiredText(),
  /** The country's name in a language of the portal, or its code. `countryCode` takes precedence. */
  country: optionalText,
  countryCode: z.optional(z.nullable(text(2))),
  coordinates: optionalText,
})
export type ProspectDraft = z.output<typeof ProspectDraft>

/** The same in a correction: an answer's own other names are ignored. */
export const ProspectUpdate = z.extend(ProspectDraft, {
  customerInformationId: z.optional(z.unknown()),
  addressId: z.optional(z.unknown()),
  creationDate: z.optional(z.unknown()),
})

export const Prospect = z.object({
  customerInformationId: Id,
  /** The prospect has one address, known by the same id. */
  addressId: Id,
  name: z.string(),
  legalName: z.nullable(z.string()),
  vatId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.nullable(z.string()),
  phoneNumber: z.nullable(z.string()),
  webSite: z.nullable(z.string()),
  street: z.string(),
  city: z.string(),
  locality: z.nullable(z.string()),
  region: z.nullable(z.string()),
  postalCode: z.string(),
  /** The country's name in the reader's language. */
  country: z.string(),
  countryCode: z.string(),
  coordinates: z.nullable(z.string()),
  creationDate: Instant,
})
export type Prospect = z.output<typeof Prospect>
