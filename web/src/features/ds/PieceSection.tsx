import { Avatar } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Bytes } from '../../ui/Bytes.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { DefinitionList } from '../../ui/DefinitionList.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { History } from '../../ui/History.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Columns, Row, Stack } from '../../ui/layout.tsx'
import { Money } from '../../ui/Money.tsx'
import { NoPermission } from '../../ui/NoPermission.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Percentage } from '../../ui/Percentage.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { StatusTag, type Tone } from '../../ui/StatusTag.tsx'
import { TabLinks } from '../../ui/TabLinks.tsx'
import { Tile, Tiles } from '../../ui/Tile.tsx'
import { toast } from '../../ui/toast.tsx'
import { UsageBar } from '../../ui/UsageBar.tsx'
import { Section, Specimen } from './Section.tsx'

const tones: Record<Tone, string> = {
  success: 'Approved',
  warning: 'Pending',
  error: 'Revoked',
  info: 'Exported',
  neutral: 'New',
}
const colors = [
  'page',
  'surface',
  'surface-2',
  'hover',
  'brand-soft',
  ...Object.keys(tones).map((tone) => `${tone}-bg`),
]
const swatch = { minHeight: '3.5rem', padding: '0.375rem 0.5rem', fontSize: '0.75rem' }

export function LookSection() {
  return (
    <Section title="Colour and type">
      <Columns min="6.5rem" gap="sm">
        {colors.map((name) => (
          <Stack boxed key={name} justify="end" style={{ ...swatch, background: `var(--ui-${name})` }}>
            {name}
          </Stack>
        ))}
      </Columns>
      <Specimen label="Status tags: one place maps a tone to its colour and sign">
        <Row gap="md">
          {Object.entries(tones).map(([tone, word]) => (
            <StatusTag key={tone} tone={tone as Tone}>
              {word}
            </StatusTag>
          ))}
          <StatusTag tone="warning" isStep>
            Negotiation
          </StatusTag>
          <span data-calm>
            <StatusTag tone="warning" isStep>
              Negotiation, in a list
            </StatusTag>
          </span>
          <Badge>Gold reseller</Badge>
          <Avatar name="Giulia Ferri" size="md" />
        </Row>
      </Specimen>
      <Specimen label="Buttons: one primary a screen; a blocked one says why">
        <Row gap="md">
          {(['filled', 'default', 'light', 'subtle'] as const).map((variant) => (
            <Button key={variant} variant={variant}>
              {variant}
            </Button>
          ))}
          <Button color="danger">Delete</Button>
          <Button loading>Saving</Button>
          <LinkButton href="#anywhere" variant="default">
            A link
          </LinkButton>
          <ActionButton onClick={() => undefined} blocked="Only the vendor of the order may approve it">
            Blocked
          </ActionButton>
        </Row>
      </Specimen>
      <Specimen label="What can be done with one thing among many; what cannot says why">
        <Row gap="md">
          <ActionMenu
            label="Actions for Giulia Ferri"
            variant="default"
            actions={[
              { label: 'Edit', onClick: () => undefined },
              { label: 'Suspend', onClick: () => undefined, blocked: 'Nobody suspends themselves.' },
              { label: 'Delete', onClick: () => undefined, destructive: true },
            ]}
          />
        </Row>
      </Specimen>
      <Specimen label="Figures">
        <Row gap="md">
          <Money amount={12345.6} currency="EUR" />
          <Money amount={0.1234} currency="USD" precise />
          <Money amount={-1234567.89} currency="EUR" compact />
          <Money amount={null} currency="EUR" />
          <Quantity value={1234567} />
          <Quantity value={-12} />
          <Percentage ratio={0.1234} />
          <Bytes value={1536000} />
          <DateTime value="2026-11-21T10:15:00Z" />
          <DateTime value="2026-11-21T10:15:00Z" dateOnly />
          <DateTime value="2026-11-21" />
          <EntityLink href="#key" mono hint="Core, 3 years">
            TRLS-7F3K-9QWX-2M4P
          </EntityLink>
          <CopyButton value="TRLS-7F3K-9QWX-2M4P" label="Copy key" copied="License key copied" />
        </Row>
      </Specimen>
    </Section>
  )
}

export function BlockSection() {
  return (
    <Section title="Blocks">
      <TabLinks
        label="Screens that belong together"
        tabs={[
          { href: '/ds', label: 'Design system' },
          { href: '/dashboard', label: 'Dashboard' },
        ]}
      />
      <Tiles>
        <Tile
          label="Sell-out"
          value={<Money amount={184230.5} currency="EUR" />}
          trend={{ ratio: 0.124 }}
          hint="against October"
        />
        <Tile label="Sell-in" value={<Quantity value={1240} />} trend={{ ratio: -0.031 }} />
        <Tile label="Expired" value={<Quantity value={17} />} trend={{ ratio: 0, welcome: 'down' }} />
        <Tile label="Seats" value={<Quantity value={380} />} hint="of 500">
          <UsageBar used={380} total={500} label="Seats" withFigures={false} />
        </Tile>
        <Tile label="Loading" value={null} hint="…" loading />
      </Tiles>
      <Columns min="22rem" align="start">
        <Panel title="Facts" description="What is known of it" actions={<Button variant="default">Edit</Button>}>
          <DefinitionList
            items={[
              { term: 'Legal name', value: 'Officine Aurora Srl' },
              { term: 'VAT id', value: 'IT01234567890' },
              { term: 'Reference', value: null },
              { term: 'Seats', value: <UsageBar used={10} total={10} label="Seats" /> },
              { term: 'Notes', value: 'Deliver to the side entrance.\nAsk for Giulia.', wide: true },
            ]}
          />
        </Panel>
        <Panel title="History">
          <History
            label="History"
            entries={[
              { id: '3', title: 'Approved', at: '2026-11-20T09:12:00Z', by: 'Ingrid Solberg', tone: 'success' },
              {
                id: '2',
                title: 'Changed',
                at: '2026-11-19T15:40:00Z',
                by: 'Giulia Ferri',
                detail: 'Quantity of Core from 5 to 8',
              },
              { id: '1', title: 'Requested', at: '2026-11-19T15:02:00Z', by: 'Giulia Ferri', tone: 'warning' },
            ]}
          />
        </Panel>
        <Panel title="Empty">
          <Empty title="No files yet" action={<Button>Upload a file</Button>}>
            Contracts and price agreements belong here.
          </Empty>
        </Panel>
        <Panel title="Failed">
          <ErrorBlock error={new Error('sample')} retry={() => undefined} />
        </Panel>
        <Panel title="No permission">
          <NoPermission />
        </Panel>
        <Panel title="Loading">
          <Lines count={5} />
        </Panel>
        <Panel title="Danger zone" tone="danger" actions={<Button color="danger">Delete me</Button>}>
          <ErrorBlock error={new Error('sample')} shape="line" title="The order could not be approved" />
        </Panel>
      </Columns>
    </Section>
  )
}

export function OverSection() {
  const confirm = useConfirm()
  const [opened, setOpened] = useState(false)
  const ask = async () => {
    const yes = await confirm({
      title: 'Delete Acme Srl and suspend its 4 users?',
      text: 'Its orders stay in the books. This cannot be undone.',
      confirm: 'Delete',
      destructive: true,
    })
    if (yes) toast.success('Acme Srl deleted')
  }
  return (
    <Section title="Above the page">
      <Row gap="md">
        {Object.entries({
          Dialog: () => setOpened(true),
          'Destructive question': ask,
          Info: () => toast.info('License key copied'),
          Success: () => toast.success('Order approved'),
          Warning: () => toast.warning('Prices have changed'),
          'Error that stays': () => toast.error('The server cannot be reached', { permanent: true }),
        }).map(([label, onClick]) => (
          <Button key={label} variant="default" onClick={onClick}>
            {label}
          </Button>
        ))}
      </Row>
      <Dialog
        opened={opened}
        onClose={() => setOpened(false)}
        title="Change the note"
        actions={<Button onClick={() => setOpened(false)}>Done</Button>}
      >
        A dialog holds one thing to do.
      </Dialog>
    </Section>
  )
}
