import { perpetualYears } from '@trellis/contract/values'

export interface DemoProduct {
  sku: string
  name: string
  description: string
  /** MSRP in whole EUR. */
  price: number
  /** Only for licenses. */
  prefix?: string
  rule?: 'activation' | 'firstnextmonth'
  years?: number
  months?: number
  days?: number
  maintenanceYears?: number
  maintenanceMonths?: number
  subscription?: 1 | 2 | 3
  trial?: boolean
  /** SKU of the product that it extends or upgrades. */
  extends?: string
  upgrade?: boolean
  onPremise?: boolean
  maximumVersion?: string
  /** What users of its keys may do without support. */
  seatReclaimDays?: number
  selfReleases?: number
  /** Relative demand; 1 is average, 0 is never bought by itself. */
  demand: number
}

const yearly = { years: 1, maintenanceYears: 1, rule: 'activation' } as const
const threeYears = { years: 3, maintenanceYears: 3, rule: 'firstnextmonth' } as const
const perpetual = { years: perpetualYears, maintenanceYears: 1, rule: 'activation' } as const
const trial = { days: 30, trial: true, rule: 'activation', price: 0, demand: 0 } as const

/**
 * The products of Halcyon Software: Atlas for modelling, Vela for rendering, Norma for drawing, Relay for floating
 * seats.
 */
export const catalogue: DemoProduct[] = [
  {
    sku: 'ATLAS-STD-1Y',
    name: 'Atlas Standard, one year',
    description: 'Solid and surface modelling for small parts',
    price: 890,
    prefix: 'ATLS',
    subscription: 1,
    seatReclaimDays: 60,
    selfReleases: 2,
    demand: 2.4,
    ...yearly,
  },
  {
    sku: 'ATLAS-STD-3Y',
    name: 'Atlas Standard, three years',
    description: 'Solid and surface modelling for small parts',
    price: 2390,
    prefix: 'ATLS',
    subscription: 1,
    demand: 0.8,
    ...threeYears,
  },
  {
    sku: 'ATLAS-STD-3M',
    name: 'Atlas Standard, project license',
    description: 'Three months, for the length of a project',
    price: 290,
    prefix: 'ATLJ',
    subscription: 1,
    months: 3,
    maintenanceMonths: 3,
    rule: 'activation',
    demand: 1.3,
  },
  {
    sku: 'ATLAS-PRO-1Y',
    name: 'Atlas Professional, one year',
    description: 'Assemblies, sheet metal and simulation',
    price: 1490,
    prefix: 'ATLP',
    subscription: 2,
    demand: 3,
    ...yearly,
  },
  {
    sku: 'ATLAS-PRO-3Y',
    name: 'Atlas Professional, three years',
    description: 'Assemblies, sheet metal and simulation',
    price: 3990,
    prefix: 'ATLP',
    subscription: 2,
    demand: 1.1,
    ...threeYears,
  },
  {
    sku: 'ATLAS-PRO-PERP',
    name: 'Atlas Professional, perpetual',
    description: 'Owned for good, with maintenance for the first year',
    price: 4900,
    prefix: 'ATLX',
    subscription: 2,
    maximumVersion: '14',
    demand: 0.7,
    ...perpetual,
  },
  {
    sku: 'ATLAS-PRO-MNT',
    name: 'Atlas Professional maintenance, one year',
    description: 'Another year of updates for a perpetual license',
    price: 880,
    prefix: 'ATLM',
    subscription: 2,
    maintenanceYears: 1,
    rule: 'activation',
    extends: 'ATLAS-PRO-PERP',
    demand: 0.4,
  },
  {
    sku: 'ATLAS-PRO-UPG',
    name: 'Upgrade to Atlas Professional',
    description: 'From Atlas Standard, for the rest of its term',
    price: 640,
    prefix: 'ATLU',
    extends: 'ATLAS-STD-1Y',
    upgrade: true,
    rule: 'activation',
    demand: 0.4,
  },
  {
    sku: 'ATLAS-ENT-1Y',
    name: 'Atlas Enterprise, one year',
    description: 'With product data management and shared libraries',
    price: 2190,
    prefix: 'ATLE',
    subscription: 3,
    demand: 1.2,
    ...yearly,
  },
  {
    sku: 'ATLAS-TRIAL',
    name: 'Atlas trial',
    description: 'Everything in Atlas Professional for 30 days',
    prefix: 'ATLT',
    subscription: 2,
    ...trial,
  },
  {
    sku: 'VELA-1Y',
    name: 'Vela, one year',
    description: 'Rendering and animation',
    price: 590,
    prefix: 'VELA',
    subscription: 1,
    demand: 1.8,
    ...yearly,
  },
  {
    sku: 'VELA-3Y',
    name: 'Vela, three years',
    description: 'Rendering and animation',
    price: 1590,
    prefix: 'VELA',
    subscription: 1,
    demand: 0.6,
    ...threeYears,
  },
  {
    sku: 'VELA-PERP',
    name: 'Vela, perpetual',
    description: 'Owned for good, with maintenance for the first year',
    price: 1890,
    prefix: 'VELX',
    subscription: 1,
    maximumVersion: '9',
    demand: 0.5,
    ...perpetual,
  },
  {
    sku: 'VELA-MNT',
    name: 'Vela maintenance, one year',
    description: 'Another year of updates for a perpetual license',
    price: 340,
    prefix: 'VELM',
    subscription: 1,
    maintenanceYears: 1,
    rule: 'activation',
    extends: 'VELA-PERP',
    demand: 0.3,
  },
  {
    sku: 'VELA-NODE-1Y',
    name: 'Vela render node, one year',
    description: 'One more machine in the render farm',
    price: 240,
    prefix: 'VELN',
    subscription: 1,
    demand: 1,
    ...yearly,
  },
  {
    sku: 'VELA-TRIAL',
    name: 'Vela trial',
    description: 'Everything in Vela for 30 days',
    prefix: 'VELT',
    subscription: 1,
    ...trial,
  },
  {
    sku: 'NORMA-1Y',
    name: 'Norma, one year',
    description: 'Drawings and drawing review',
    price: 290,
    prefix: 'NORM',
    subscription: 1,
    demand: 2.2,
    ...yearly,
  },
  {
    sku: 'NORMA-3Y',
    name: 'Norma, three years',
    description: 'Drawings and drawing review',
    price: 780,
    prefix: 'NORM',
    subscription: 1,
    demand: 0.8,
    ...threeYears,
  },
  {
    sku: 'NORMA-PERP',
    name: 'Norma, perpetual',
    description: 'Owned for good, with maintenance for the first year',
    price: 990,
    prefix: 'NORX',
    subscription: 1,
    maximumVersion: '11',
    demand: 0.6,
    ...perpetual,
  },
  {
    sku: 'NORMA-TRIAL',
    name: 'Norma trial',
    description: 'Everything in Norma for 30 days',
    prefix: 'NORT',
    subscription: 1,
    ...trial,
  },
  {
    sku: 'RELAY-1Y',
    name: 'Relay server, one year',
    description: 'Floating seats on your own network',
    price: 1990,
    prefix: 'RLAY',
    subscription: 3,
    onPremise: true,
    demand: 0.5,
    ...yearly,
  },
  {
    sku: 'RELAY-PERP',
    name: 'Relay server, perpetual',
    description: 'Floating seats on your own network, owned for good',
    price: 6900,
    prefix: 'RLAX',
    subscription: 3,
    onPremise: true,
    demand: 0.2,
    ...perpetual,
  },
  {
    sku: 'RELAY-CAL',
    name: 'Relay connections, ten more',
    description: 'Added to a Relay server for its term',
    price: 850,
    prefix: 'RLAC',
    subscription: 3,
    onPremise: true,
    extends: 'RELAY-1Y',
    rule: 'activation',
    demand: 0.2,
  },
  {
    sku: 'TRAIN-2D',
    name: 'Training, two days',
    description: 'At the customer, for up to eight people',
    price: 960,
    demand: 0.6,
  },
  {
    sku: 'SUPPORT-PREM',
    name: 'Premium support, one year',
    description: 'Answers within two working hours',
    price: 1200,
    demand: 0.4,
  },
]
