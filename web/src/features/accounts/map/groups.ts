import { chartColors } from '../../../ui/charts/palette.ts'

/** One colour for each group level; the three kinds of reseller have related but different colours. */
const places: Record<string, number> = {
  ODM: 6,
  OEM: 4,
  OPCO: 0,
  DISTRIBUTOR: 1,
  RESELLER_PLATINUM: 2,
  RESELLER_GOLD: 5,
  RESELLER_SILVER: 4,
  BUYER: 3,
}

/** The colour of a group; grey for groups that a tenant has added. */
export const groupColor = (groupName: string): string => chartColors[places[groupName] ?? 6] as string
