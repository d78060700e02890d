export default {
  sellIn: { title: 'Sell in', create: 'New purchase' },
  sellOut: { title: 'Sell out', create: 'New sale' },
} as const
