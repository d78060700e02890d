/**
 * Every error code of the API: its HTTP status and the English sentence that `detail` and `message` have by default.
 * The shape of `info` is documented (wire: errors). The browser translates errors by code.
 */
export const codes = {
  RQ400: { status: 400, title: 'Malformed request' },
  RQ401: { status: 401, title: 'Sign in again' },
  RQ403: { status: 403, title: 'Not permitted' },
  RQ404: { status: 404, title: 'Not found' },
  RQ409: { status: 409, title: 'Conflict with another change' },
  RQ412: { status: 412, title: 'Another change was first' },
  RQ413: { status: 413, title: 'Request body too large' },
  RQ415: { status: 415, title: 'Request body is not JSON' },
  RQ422: { status: 422, title: 'Some values are not valid' },
  RQ429: { status: 429, title: 'Too many requests' },
  RQ500: { status: 500, title: 'Something went wrong on our side' },
  RQ503: { status: 503, title: 'A service we depend on is not available' },
  A401: { status: 401, title: 'Incorrect username or password' },
  A403: { status: 403, title: 'A second factor is required' },
  A405: { status: 400, title: 'This sign-in provider is not enabled' },
  A406: { status: 401, title: 'The multi-factor token is not valid or has expired' },
  A407: { status: 401, title: 'The refresh token is not valid, has expired or was already used' },
  A410: { status: 401, title: 'The code is not correct' },
  IV401: { status: 400, title: 'The invitation is not valid, has expired or was already used' },
  PW401: { status: 400, title: 'The reset link is not valid, has expired or was already used' },
  AC409: { status: 409, title: 'The account still has children, pending orders or stock' },
  AC422: { status: 422, title: 'This group or parent is not allowed' },
  US409: { status: 409, title: 'The e-mail is already used, or this is the last super admin' },
  PD409: { status: 409, title: 'The SKU is already used' },
  PR523: { status: 409, title: 'The price list is in use' },
  PR409: { status: 409, title: 'The product is already on the price list' },
  OC522: { status: 409, title: 'The order is not in a state that allows this' },
  OC527: { status: 409, title: 'Insufficient stock' },
  OC528: { status: 409, title: 'Can not revoke order. Insufficient stock or already used.' },
  OC529: { status: 409, title: 'Prices have changed' },
  OC530: { status: 409, title: 'Over the credit limit' },
  OC531: { status: 409, title: 'Needs another approval' },
  LC519: { status: 409, title: 'The licenses could not be created' },
  LC520: { status: 409, title: 'The order reference does not fit' },
  LC521: { status: 409, title: 'A suspended seat cannot be cleared' },
  LC522: { status: 409, title: 'The license cannot be exported' },
  CC503: { status: 404, title: 'Validation code not found' },
  CC509: { status: 409, title: 'Certification already assigned' },
  DL509: { status: 409, title: 'Another deal is already protected, or an earlier one still waits' },
  DL523: { status: 409, title: 'The deal has expired' },
  DL524: { status: 403, title: 'Not the vendor of the deal, or not a manager of it' },
  EV410: { status: 410, title: 'Not found' },
  FL410: { status: 422, title: 'The file is empty' },
  FL413: { status: 413, title: 'The file is too large' },
  FL409: { status: 409, title: 'The bytes do not fit the request' },
  DV404: { status: 404, title: 'Unknown key' },
  DV409: { status: 409, title: 'No free seat' },
  DV410: { status: 410, title: 'The license has expired' },
  DV423: { status: 423, title: 'The seat is suspended, or the license was exported' },
  DV426: { status: 426, title: 'This version is not covered by the license' },
  DV428: { status: 428, title: 'This device has no seat: activate again' },
  DV430: { status: 409, title: 'The seat may not be freed by a user of the key' },
} as const satisfies Record<string, { status: number; title: string }>

export type Code = keyof typeof codes

/** The codes whose `message` is `info` as JSON text, because clients parse it (wire: errors). */
export const codesWithParsedMessage: readonly Code[] = ['LC519', 'OC527', 'OC528']

/** The body of an error answer, `application/problem+json` (RFC 9457). */
export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  code: Code
  message: string
  info: unknown
  requestId: string
}
