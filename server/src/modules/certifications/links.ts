/** The public page that validates a certificate, at the tenant's own address (rules E3). */
export const validationLink = (address: string, code: string): string =>
  `${address}/verify?code=${encodeURIComponent(code)}`
