export default {
  title: 'License keys',
} as const
