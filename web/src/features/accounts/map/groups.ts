import { chartColors } from '../../../ui/charts/palette.ts'

/** One colour for each seniority, so that the three kinds of reseller are told apart and still belong together. */
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

/** A group's colour; the grey one for groups that a tenant made itself. */
export const groupColor = (groupName: string): string => chartColors[places[groupName] ?? 6] as string
