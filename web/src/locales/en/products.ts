export default {
  title: 'Products',
  name: 'Name',
  sku: 'SKU',
} as const
