import type en from '../en/licenses.ts'
import type { Shape } from '../shape.ts'

export default {
  title: 'Chiavi di licenza',
} satisfies Shape<typeof en>
