export { type Brand, type BrandMeans, findBrand, isOnLocalhost, portalAddress } from './brand.ts'
export { mailSecret } from './compose.ts'
export { mailJobs } from './deliver.ts'
export { type DevMail, mountDevMail } from './dev-mail.ts'
export { inMails, letterOfNews } from './digest.ts'
export { mailFigures } from './figures.ts'
export type {
  CertificatesDue,
  DealChange,
  KeysDue,
  Letter,
  OrderChange,
  OrderEvent,
  OrderNews,
  Recipient,
  RenewalAsked,
} from './letters.ts'
export { inBulk, type Mailer, openMailer } from './mailer.ts'
export { readKeptMail, readKeptMails } from './read-kept.ts'
export { resealMails } from './reseal.ts'
