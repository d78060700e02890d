import type { FeatureTypeId, FeatureValue } from '@trellis/contract/product-types'
import { createFeature, createProductType } from '../modules/catalogue/index.ts'
import type { Tx } from '../platform/database/tx.ts'

interface DemoFeature {
  name: string
  description: string
  typeId: FeatureTypeId
}

const features = {
  formats: { name: 'File formats', description: 'Formats that can be opened and saved', typeId: 3 },
  memory: { name: 'Memory in GB', description: 'Recommended memory of the computer', typeId: 1 },
  cores: { name: 'Processor cores', description: 'Fewest cores that it runs well on', typeId: 6 },
  offline: { name: 'Works offline', description: 'Runs without a connection once it is activated', typeId: 2 },
  supported: { name: 'Supported until', description: 'End of updates for this generation', typeId: 5 },
  requirements: { name: 'System requirements', description: 'Platforms and graphics, for installers', typeId: 4 },
  connections: { name: 'Connections', description: 'Seats that can be taken at one time', typeId: 6 },
  delivery: { name: 'Delivery form', description: 'Where and how it is delivered', typeId: 3 },
  participants: { name: 'Participants', description: 'Most people at one appointment', typeId: 6 },
  proof: { name: 'Certificate of attendance', description: 'Given to every participant', typeId: 2 },
} as const satisfies Record<string, DemoFeature>
type FeatureKey = keyof typeof features

interface DemoType {
  name: string
  description: string
  /** SKUs of its products, or the first parts of them. */
  families: string[]
  values: Partial<Record<FeatureKey, FeatureValue>>
}

const typesUntil = (supportedUntil: string): DemoType[] => [
  {
    name: 'Design application',
    description: 'Installed on a workstation, for modelling and drawing',
    families: ['ATLAS', 'NORMA'],
    values: {
      formats: 'STEP, IGES, Parasolid, DXF, PDF',
      memory: 16,
      cores: 4,
      offline: true,
      supported: supportedUntil,
      requirements: { platforms: ['Windows 11', 'macOS 15', 'Ubuntu 24.04'], graphics: 'OpenGL 4.6', diskGb: 12 },
    },
  },
  {
    name: 'Rendering application',
    description: 'Pictures and animations, on a workstation or a render node',
    families: ['VELA'],
    values: {
      formats: 'glTF, USD, Alembic, OpenEXR',
      memory: 32,
      cores: 8,
      offline: true,
      supported: supportedUntil,
      requirements: { platforms: ['Windows 11', 'Ubuntu 24.04'], graphics: 'Vulkan 1.3', graphicsMemoryGb: 8 },
    },
  },
  {
    name: 'License server',
    description: 'Runs in the customer’s own network',
    families: ['RELAY'],
    values: {
      connections: 25,
      memory: 1.5,
      cores: 1,
      offline: false,
      supported: supportedUntil,
      requirements: { platforms: ['Windows Server 2022', 'Debian 12'], port: 5053, database: null },
    },
  },
  {
    name: 'More connections',
    description: 'Added to a license server',
    families: ['RELAY-CAL'],
    values: { connections: 10 },
  },
  {
    name: 'Service',
    description: 'Work of people, without a license key',
    families: ['TRAIN', 'SUPPORT'],
    values: { delivery: 'At the customer or online', participants: 8, proof: true },
  },
]

/** Creates the product types with their features and values; returns a lookup from SKU to type. */
export async function fillProductTypes(tx: Tx, began: Date): Promise<(sku: string) => string | null> {
  const featureIds = new Map<FeatureKey, string>()
  for (const [key, feature] of Object.entries(features)) {
    featureIds.set(key as FeatureKey, await createFeature(tx, feature))
  }
  const typeIds = new Map<string, string>()
  // Noon, so that it is the last day of the year in every time zone of the demo.
  const supportedUntil = new Date(Date.UTC(began.getUTCFullYear() + 3, 11, 31, 12)).toISOString()
  for (const { name, description, families, values } of typesUntil(supportedUntil)) {
    const settings = Object.entries(values).map(([key, value]) => ({
      id: featureIds.get(key as FeatureKey) as string,
      value,
    }))
    const typeId = await createProductType(tx, { name, description, features: settings })
    for (const family of families) typeIds.set(family, typeId)
  }
  return (sku) => typeIds.get(sku) ?? typeIds.get(sku.split('-')[0] as string) ?? null
}
