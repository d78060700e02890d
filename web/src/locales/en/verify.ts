/** The public validation of a certificate. */
export default {
  claim: { title: 'Genuine, and still valid?', text: 'Anybody can check the certificates of {{tenant}} here.' },
  title: 'Validate a certificate',
  lead: 'The validation code is on the certificate.',
  code: 'Validation code',
  submit: 'Validate',
  submitting: 'Validating…',
  valid: 'This certificate is valid.',
  expired: 'This certificate has expired.',
  unknown: 'No valid certificate has this code.',
  owner: 'Awarded to',
  created: 'Issued on',
  expires: 'Valid until',
  expiredOn: 'Expired on',
} as const
