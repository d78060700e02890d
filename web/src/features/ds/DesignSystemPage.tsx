import { useMantineColorScheme } from '@mantine/core'
import { later } from '../../ui/later.tsx'
import { Page } from '../../ui/Page.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Block } from '../../ui/Skeletons.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { DirectionSection } from './DirectionSection.tsx'
import { FormSection } from './FormSection.tsx'
import { LayoutSection } from './LayoutSection.tsx'
import { ListDirections } from './ListDirections.tsx'
import { BlockSection, LookSection, OverSection } from './PieceSection.tsx'
import { RecordSection } from './RecordSection.tsx'
import { TableSection } from './TableSection.tsx'

const ChartSection = later(() => import('./ChartSection.tsx'))

/** Every ui component in its states and in both themes. The page's own texts are for developers and only English. */
export function DesignSystemPage() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Page
      title="Design system"
      badges={<StatusTag tone="info">Development</StatusTag>}
      description="The pieces every screen is built of, with their states. Change the theme or the language and look again."
      breadcrumb={[{ label: 'Dashboard', href: '/dashboard' }]}
      actions={
        <Segmented
          aria-label="Theme"
          value={colorScheme}
          onChange={(value) => setColorScheme(value)}
          data={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
            { value: 'auto', label: 'System' },
          ]}
        />
      }
    >
      <DirectionSection />
      <LookSection />
      <LayoutSection />
      <RecordSection />
      <TableSection />
      <ListDirections />
      <FormSection />
      <BlockSection />
      <ChartSection waiting={<Block height={360} />} />
      <OverSection />
    </Page>
  )
}
