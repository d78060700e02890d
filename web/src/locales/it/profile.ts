import type en from '../en/profile.ts'
import type { Shape } from '../shape.ts'

export default {
  tabs: { label: 'Profilo e azienda', profile: 'Profilo', company: 'Azienda' },
  title: 'Il tuo profilo',
} satisfies Shape<typeof en>
