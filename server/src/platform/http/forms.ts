import { Refusal } from '../refusal.ts'

/** The two content types of an HTML form. */
export const formTypes = /^(multipart\/form-data|application\/x-www-form-urlencoded) *(;|$)/i

/**
 * The fields of a form as one flat object, for the few calls that accept forms (see `Endpoint.form`). A form has text
 * only: a decimal number is converted, and an empty field is left out. Files and repeated fields are refused.
 */
export async function fieldsOf(body: Buffer, contentType: string): Promise<Record<string, unknown>> {
  let form: FormData
  try {
    form = await new Response(body, { headers: { 'content-type': contentType } }).formData()
  } catch {
    throw new Refusal('RQ400')
  }
  const fields: [string, unknown][] = []
  for (const [name, value] of form) {
    if (typeof value !== 'string' || form.getAll(name).length > 1 || name === '__proto__') throw new Refusal('RQ400')
    if (value !== '') fields.push([name, /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value])
  }
  return Object.fromEntries(fields)
}
