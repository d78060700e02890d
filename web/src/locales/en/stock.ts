export default {
  title: 'Stocks',
} as const
