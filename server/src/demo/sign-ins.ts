/** The tenant that `npm start` fills on first run. */
export const demoTenantCode = 'demo'

/** A second one, with a brand of its own. */
export const secondTenantCode = 'lumen'

/** The password of every demo user. */
export const demoPassword = 'Halcyon-Days-1'

export interface DemoSignIn {
  email: string
  firstName: string
  lastName: string
  /** Code of the account. */
  account: string
  company: string
  /** Name of the role. */
  role: string
  languageCode: 'en' | 'it'
  timeZone: string
  /** What the user can be used to try, in a few words. */
  can: string
}

/** The users to sign in as, from the vendor down. */
export const demoSignIns: readonly DemoSignIn[] = [
  {
    email: 'vera@halcyon.example',
    firstName: 'Vera',
    lastName: 'Lindqvist',
    account: 'HALCYON',
    company: 'Halcyon Software',
    role: 'SuperAdmin',
    languageCode: 'en',
    timeZone: 'Europe/Zurich',
    can: 'super admin at the vendor: everything',
  },
  {
    email: 'martin@halcyon.example',
    firstName: 'Martin',
    lastName: 'Okafor',
    account: 'HALCYON',
    company: 'Halcyon Software',
    role: 'VendorManager',
    languageCode: 'en',
    timeZone: 'Europe/Zurich',
    can: 'manager at the vendor: sees the whole network, keeps catalogue and prices',
  },
  {
    email: 'giulia@pontenuovo.example',
    firstName: 'Giulia',
    lastName: 'Ferri',
    account: 'PONTENUOVO',
    company: 'Ponte Nuovo Distribuzione',
    role: 'AccountAdmin',
    languageCode: 'it',
    timeZone: 'Europe/Rome',
    can: 'distributor in Italy: sells to resellers, approves their orders',
  },
  {
    email: 'luca@ferrante.example',
    firstName: 'Luca',
    lastName: 'Ferrante',
    account: 'FERRANTE',
    company: 'Studio Ferrante',
    role: 'AccountAdmin',
    languageCode: 'en',
    timeZone: 'Europe/Rome',
    can: 'reseller in Milan: orders, and makes keys from its stock',
  },
  {
    email: 'sara@ferrante.example',
    firstName: 'Sara',
    lastName: 'Conti',
    account: 'FERRANTE',
    company: 'Studio Ferrante',
    role: 'Basic',
    languageCode: 'it',
    timeZone: 'Europe/Rome',
    can: 'colleague there: orders and makes keys, changes nothing else',
  },
  {
    email: 'davide@officinadig.example',
    firstName: 'Davide',
    lastName: 'Monti',
    account: 'OFFICINADIG',
    company: 'Officina Digitale',
    role: 'AccountAdmin',
    languageCode: 'it',
    timeZone: 'Europe/Rome',
    can: 'reseller of two companies: changes between them in the top bar',
  },
]

/** The users of the second tenant. */
export const secondSignIns: readonly DemoSignIn[] = [
  {
    email: 'elena@lumen.example',
    firstName: 'Elena',
    lastName: 'Bassi',
    account: 'LUMEN',
    company: 'Lumen Audio',
    role: 'SuperAdmin',
    languageCode: 'it',
    timeZone: 'Europe/Rome',
    can: 'super admin of another vendor, in Italian and dollars',
  },
]
