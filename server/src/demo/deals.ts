import type { DealStatus, ProtectionStatus } from '@trellis/contract/deal-states'
import {
  askEbid,
  askExtension,
  createDeal,
  decideEbid,
  decideExtension,
  decideProtection,
  orderDeal,
  purchaseOf,
  updateDeal,
} from '../modules/deals/index.ts'
import { sql } from '../platform/database/sql.ts'
import type { Actor } from '../platform/tenancy.ts'
import { dayLength } from './acting.ts'
import type { Member } from './members.ts'
import type { Story } from './story.ts'
import { vatIdFrom } from './vat-ids.ts'

interface Prospect {
  name: string
  contact: [string, string]
  place: [street: string, postalCode: string, city: string, countryCode: string]
  webSite?: string
}

/** The companies that the resellers talk to, by a word of their name. All are fictional. */
const prospects: Record<string, Prospect> = {
  cartiera: {
    name: 'Cartiera Valsesia S.p.A.',
    contact: ['Paola', 'Neri'],
    place: ['Via Sesia 40', '13011', 'Borgosesia', 'IT'],
    webSite: 'https://www.cartieravalsesia.example',
  },
  cartieraAgain: {
    name: 'Cartiera Valsesia',
    contact: ['Davide', 'Colombo'],
    place: ['Via Sesia 42', '13011', 'Borgosesia', 'IT'],
    webSite: 'cartieravalsesia.example',
  },
  acque: {
    name: 'Torino Acque S.p.A.',
    contact: ['Marco', 'Fontana'],
    place: ['Corso Unità 12', '10127', 'Torino', 'IT'],
  },
  vetro: {
    name: 'Vetreria Lagunare S.r.l.',
    contact: ['Chiara', 'Zanon'],
    place: ['Fondamenta Serenella 7', '30141', 'Venezia', 'IT'],
  },
  cantine: {
    name: 'Cantine Roveta',
    contact: ['Pietro', 'Sala'],
    place: ['Strada del Barolo 3', '12060', 'Barolo', 'IT'],
  },
  moto: {
    name: 'Moto Officine Riunite S.r.l.',
    contact: ['Sofia', 'Gallo'],
    place: ['Via Emilia 210', '41122', 'Modena', 'IT'],
  },
  porto: {
    name: 'Terminal Porto Vado S.p.A.',
    contact: ['Andrea', 'Parodi'],
    place: ['Via Trieste 25', '17047', 'Vado Ligure', 'IT'],
    webSite: 'https://terminalvado.example',
  },
  filati: {
    name: 'Filati del Biellese',
    contact: ['Laura', 'Ferraris'],
    place: ['Via Cotonificio 2', '13900', 'Biella', 'IT'],
  },
  museo: {
    name: 'Fondazione Museo del Mare',
    contact: ['Giorgio', 'Costa'],
    place: ['Calata De Mari 1', '16126', 'Genova', 'IT'],
  },
  isar: {
    name: 'Isartor Medizintechnik GmbH',
    contact: ['Katrin', 'Vogel'],
    place: ['Sendlinger Straße 9', '80331', 'München', 'DE'],
    webSite: 'https://isartor-med.example',
  },
  brau: {
    name: 'Brauhaus Sankt Leonhard GmbH',
    contact: ['Florian', 'Huber'],
    place: ['Am Graben 4', '83022', 'Rosenheim', 'DE'],
  },
  werft: { name: 'Werft Donauhafen AG', contact: ['Anna', 'Wimmer'], place: ['Hafenstraße 61', '4020', 'Linz', 'AT'] },
  bahn: {
    name: 'Zillertaler Bergbahnen',
    contact: ['Markus', 'Egger'],
    place: ['Talstation 1', '6280', 'Zell am Ziller', 'AT'],
  },
  mobler: { name: 'Möbler i Norr AB', contact: ['Elsa', 'Lund'], place: ['Storgatan 18', '903 26', 'Umeå', 'SE'] },
  fisk: { name: 'Lofoten Fisk AS', contact: ['Nils', 'Berg'], place: ['Havnegata 2', '8300', 'Svolvær', 'NO'] },
  vind: {
    name: 'Vindkraft Jylland A/S',
    contact: ['Mette', 'Krogh'],
    place: ['Havnevej 33', '6700', 'Esbjerg', 'DK'],
    webSite: 'https://vindjylland.example',
  },
  azul: {
    name: 'Hoteles Costa Azul S.L.',
    contact: ['Carmen', 'Vidal'],
    place: ['Paseo Marítimo 88', '08870', 'Sitges', 'ES'],
  },
  olivar: {
    name: 'Olivares del Sur S.A.',
    contact: ['Javier', 'Moreno'],
    place: ['Calle Real 5', '23400', 'Úbeda', 'ES'],
  },
  foundry: {
    name: 'Lake Superior Foundry Inc.',
    contact: ['Dana', 'Kowalski'],
    place: ['410 Iron Street', '55802', 'Duluth', 'US'],
    webSite: 'https://superiorfoundry.example',
  },
  shipyard: {
    name: 'Casco Bay Shipyard LLC',
    contact: ['Owen', 'Doyle'],
    place: ['22 Pier Road', '04106', 'South Portland', 'US'],
  },
  transit: {
    name: 'Front Range Transit',
    contact: ['Maria', 'Lopez'],
    place: ['900 Blake Street', '80205', 'Denver', 'US'],
  },
}

/** What people write, in the language of the deal's vendor. */
const sayings = {
  en: {
    refused: 'Talk to us before you go on: the customer is known to us.',
    asked: 'A competitor offers less',
    late: 'The customer decides after the budget',
    extended: 'The offer is still open',
  },
  it: {
    refused: 'Parlane con noi prima di andare avanti: conosciamo già il cliente.',
    asked: 'Un concorrente offre a meno',
    late: 'Il cliente decide dopo il budget',
    extended: 'L’offerta è ancora aperta',
  },
}

interface Plan {
  vendor: string
  prospect: keyof typeof prospects
  /** Days before the end at which it was registered. */
  ago: number
  wanted: Record<string, number>
  status: DealStatus
  chance: number
  protection: ProtectionStatus
  /** The price asked for, in percent of what the vendor pays without it, and what became of it. */
  eBid?: [percent: number, decision: 'Pending' | 'Approved' | 'Refused']
  extension?: 'asked' | 'granted'
  /** Days from the end until the deal should close. */
  closes?: number
}

const deal = (
  vendor: string,
  prospect: keyof typeof prospects,
  ago: number,
  wanted: Record<string, number>,
  status: DealStatus,
  chance: number,
  protection: ProtectionStatus,
  more: Pick<Plan, 'eBid' | 'extension' | 'closes'> = {},
): Plan => ({ vendor, prospect, ago, wanted, status, chance, protection, ...more })

const plans: Plan[] = [
  deal('FERRANTE', 'porto', 200, { 'ATLAS-STD-1Y': 10 }, 'Won', 100, 'Approved', { eBid: [88, 'Approved'] }),
  deal('RAUTENBERG', 'brau', 170, { 'NORMA-1Y': 12 }, 'Lost', 0, 'Approved'),
  deal('BJORKVIK', 'mobler', 150, { 'VELA-1Y': 8 }, 'Won', 100, 'Approved'),
  deal('TECNODIS', 'vetro', 131, { 'ATLAS-PRO-1Y': 4 }, 'Negotiation', 40, 'Approved'),
  deal('TALLER4', 'azul', 118, { 'NORMA-1Y': 20 }, 'Demo', 30, 'Refused'),
  deal('DONAUFORM', 'bahn', 104, { 'VELA-1Y': 5 }, 'Trial', 20, 'Pending'),
  deal('LINEAVIVA', 'museo', 97, { 'NORMA-1Y': 6 }, 'Negotiation', 60, 'Approved', {
    extension: 'granted',
    closes: 40,
  }),
  deal('FERRANTE', 'cantine', 83, { 'ATLAS-STD-1Y': 5, 'TRAIN-2D': 1 }, 'Negotiation', 70, 'Approved', {
    eBid: [90, 'Approved'],
    extension: 'asked',
    closes: 12,
  }),
  deal('ISARPLAN', 'isar', 80, { 'ATLAS-ENT-1Y': 6 }, 'Negotiation', 80, 'Approved', {
    eBid: [82, 'Refused'],
    closes: 20,
  }),
  deal('OFFICINADIG', 'moto', 72, { 'ATLAS-PRO-1Y': 25, 'SUPPORT-PREM': 1 }, 'Demo', 50, 'Approved', {
    eBid: [85, 'Approved'],
    closes: 33,
  }),
  deal('SKAGENDT', 'vind', 66, { 'VELA-1Y': 15 }, 'Negotiation', 75, 'Approved', { closes: 25 }),
  deal('RIBERA', 'olivar', 61, { 'NORMA-1Y': 9 }, 'Trial', 35, 'Approved', { closes: 60 }),
  deal('TECNODIS', 'filati', 55, { 'NORMA-1Y': 14 }, 'Won', 100, 'Approved', { eBid: [90, 'Approved'] }),
  deal('FJORDLINJE', 'fisk', 48, { 'VELA-1Y': 6 }, 'Demo', 45, 'Approved', { closes: 45 }),
  deal('RAUTENBERG', 'werft', 44, { 'ATLAS-PRO-3Y': 8 }, 'Negotiation', 65, 'Approved', {
    eBid: [87, 'Approved'],
    closes: 50,
  }),
  deal('FERRANTE', 'acque', 40, { 'ATLAS-ENT-1Y': 4, 'VELA-1Y': 10 }, 'Negotiation', 80, 'Approved', {
    eBid: [91, 'Approved'],
    closes: 18,
  }),
  deal('BERGTAL', 'bahn', 37, { 'NORMA-1Y': 7 }, 'Trial', 30, 'Approved', { closes: 75 }),
  deal('ATLANTICA', 'azul', 33, { 'NORMA-1Y': 18 }, 'Lost', 0, 'Approved'),
  deal('LINEAVIVA', 'filati', 30, { 'RELAY-1Y': 2 }, 'New', 10, 'Refused', { closes: 90 }),
  deal('OFFICINADIG', 'porto', 27, { 'VELA-1Y': 12 }, 'Trial', 40, 'Approved', { closes: 55 }),
  deal('BJORKVIK', 'mobler', 24, { 'ATLAS-STD-1Y': 9 }, 'Demo', 55, 'Approved', { eBid: [93, 'Pending'], closes: 38 }),
  deal('DONAUFORM', 'werft', 20, { 'ATLAS-PRO-3Y': 6 }, 'New', 15, 'Duplicated'),
  deal('TECNODIS', 'cartiera', 17, { 'ATLAS-PRO-1Y': 12, 'TRAIN-2D': 2 }, 'Demo', 50, 'Approved', { closes: 48 }),
  deal('SAIMAA', 'fisk', 14, { 'NORMA-1Y': 4 }, 'New', 10, 'Approved', { closes: 80 }),
  deal('ISARPLAN', 'brau', 11, { 'NORMA-1Y': 10 }, 'Trial', 25, 'Approved', { eBid: [89, 'Pending'], closes: 65 }),
  deal('RIBERA', 'olivar', 8, { 'VELA-1Y': 3 }, 'New', 20, 'Pending', { closes: 70 }),
  // Registered while another reseller of the same distributor is protected for the same company.
  deal('FERRANTE', 'cartieraAgain', 4, { 'ATLAS-PRO-1Y': 10 }, 'New', 30, 'Pending', {
    eBid: [88, 'Pending'],
    closes: 42,
  }),
  deal('LINEAVIVA', 'vetro', 3, { 'ATLAS-STD-1Y': 6 }, 'New', 25, 'Pending', { closes: 58 }),
  deal('FERRANTE', 'museo', 2, { 'ATLAS-STD-1Y': 3 }, 'New', 20, 'Pending', { closes: 88 }),
  // In dollars: a distributor with the vendor, and its resellers.
  deal('LAKESHORE', 'foundry', 52, { 'ATLAS-PRO-1Y': 30 }, 'Won', 100, 'Approved', { eBid: [88, 'Approved'] }),
  deal('HARBORPINE', 'shipyard', 35, { 'ATLAS-ENT-1Y': 8, 'VELA-1Y': 20 }, 'Negotiation', 70, 'Approved', {
    eBid: [92, 'Approved'],
    closes: 28,
  }),
  deal('MESARIDGE', 'transit', 16, { 'ATLAS-STD-1Y': 12 }, 'Demo', 40, 'Approved', { closes: 52 }),
  deal('TALLER4', 'olivar', 1, { 'ATLAS-STD-1Y': 4 }, 'New', 15, 'Pending', { closes: 95 }),
]

/** Deals in every state and in both currencies, of the last seven months; two of them are for the same opportunity. */
export function planDeals(story: Story, end: Date): void {
  const at = (daysAgo: number, hours: number) => new Date(end.getTime() - daysAgo * dayLength + hours * 3_600_000)
  for (const [index, plan] of plans.entries()) planDeal(story, plan, index, at)
}

/** Marks old news of deals as read and posts no mails of the past. */
export function planReadNews(story: Story, end: Date): void {
  const recent = new Date(end.getTime() - 5 * dayLength).toISOString()
  story.plan(new Date(end.getTime() - 60_000), null, async () => {
    await story.tx.run(sql`
      update news set mail = null, read_at = case when created_at < ${recent} then created_at end
      where tenant_id = ${story.world.tenantId} and kind like 'deal_%' and user_id is not null`)
    await story.tx.run(sql`delete from news where tenant_id = ${story.world.tenantId} and user_id is null`)
  })
}

function planDeal(story: Story, plan: Plan, index: number, at: (daysAgo: number, hours: number) => Date): void {
  const { world, tx } = story
  const vendor = world.members.find(({ company }) => company.code === plan.vendor) as Member
  const manager = (vendor.parent as Member).admin
  const { name, contact, place, webSite = null } = prospects[plan.prospect] as Prospect
  const [street, postalCode, city, countryCode] = place
  let dealId = ''
  let total = 0
  const say = vendor.company.languageCode === 'it' ? sayings.it : sayings.en
  /** Something that happens to the deal after a part of its time. */
  const then = (part: number, who: Actor, deed: () => Promise<unknown>) =>
    story.plan(at(plan.ago * (1 - part), 0), who, async () => {
      await deed()
    })

  story.plan(at(plan.ago, 0), vendor.admin, async () => {
    const lines = Object.entries(plan.wanted).map(([sku, qt]) => {
      const { productId } = world.products.find((product) => product.sku === sku) as (typeof world.products)[number]
      total += (vendor.prices.get(productId) as number) * qt
      return { productId, qt }
    })
    dealId = await createDeal(tx, vendor.admin, {
      parentAccountId: vendor.accountId,
      description: `${name}: ${Object.keys(plan.wanted).join(', ')}`,
      chanceOfClosure: Math.min(plan.chance, 20),
      ...(plan.closes !== undefined && { estimatedCloseDate: at(-plan.closes, 0).getTime() }),
      items: lines,
      prospect: {
        name,
        // The two registrations for one company give the same VAT id.
        vatId: vatIdFrom(countryCode, 7_000 + hashOf(plan.prospect.replace('Again', ''))),
        firstName: contact[0],
        lastName: contact[1],
        email: null,
        phoneNumber: null,
        webSite,
        street,
        postalCode,
        city,
        countryCode,
      },
    })
  })
  const { protection, eBid, extension } = plan
  if (protection !== 'Pending')
    then(0.1, manager, () =>
      decideProtection(tx, manager, dealId, {
        protectionStatus: protection,
        reason: protection === 'Approved' ? null : say.refused,
      }),
    )
  if (eBid) {
    const [percent, decision] = eBid
    then(0.3, vendor.admin, () =>
      askEbid(tx, vendor.admin, dealId, {
        value: Math.floor((total * percent) / 100),
        reason: say.asked,
      }),
    )
    if (decision !== 'Pending') then(0.4, manager, () => decideEbid(tx, manager, dealId, { status: decision }))
  }
  if (extension) {
    // In time: at most 90 days after the registration.
    const asked = Math.min(0.9, 80 / plan.ago)
    then(asked, vendor.admin, () => askExtension(tx, vendor.admin, dealId, say.late))
    if (extension === 'granted')
      then(asked + 0.02, manager, () => decideExtension(tx, manager, dealId, { granted: true, reason: say.extended }))
  }
  if (plan.status !== 'New')
    then(Math.min(0.6, 70 / plan.ago), vendor.admin, () =>
      updateDeal(tx, vendor.admin, dealId, { dealStatus: plan.status, chanceOfClosure: plan.chance }),
    )
  if (index === orderedPlan)
    then(0.97, vendor.admin, async () =>
      orderDeal(tx, vendor.admin, dealId, { source: 'api', items: await purchaseOf(tx, vendor.admin, dealId) }),
    )
}

/** The won deal that has been ordered: Tecnodisegno's with the spinning mill. */
const orderedPlan = plans.findIndex(
  ({ vendor, prospect, status }) => vendor === 'TECNODIS' && prospect === 'filati' && status === 'Won',
)

const hashOf = (text: string): number => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 900, 7)
