import type en from '../en/dashboard.ts'
import type { Shape } from '../shape.ts'

export default {
  title: 'Dashboard',
} satisfies Shape<typeof en>
