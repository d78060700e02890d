import { Button } from '../../ui/Button.tsx'
import { Columns, Fact, Facts, Row, Stack, Text } from '../../ui/layout.tsx'
import { Money } from '../../ui/Money.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Section, Specimen } from './Section.tsx'

const kinds = ['quiet', 'small', 'strong', 'number', 'title', 'error'] as const

export function LayoutSection() {
  return (
    <Section title="Layout">
      <Columns min="22rem" align="start">
        <Specimen label="Stack: below each other">
          <Stack gap="xs" align="start">
            {kinds.map((kind) => (
              <Text key={kind} kind={kind}>
                Text of the kind {kind}
              </Text>
            ))}
            <Text truncate>
              A text that does not wrap ends with an ellipsis where its container is too narrow for it
            </Text>
          </Stack>
        </Specimen>
        <Specimen label="Row: beside each other, wraps">
          <Row justify="between" align="baseline">
            <Text kind="title">A heading</Text>
            <Row>
              <Button variant="default">Cancel</Button>
              <Button>Save</Button>
            </Row>
          </Row>
        </Specimen>
        <Specimen label="Facts in rows">
          <Facts form="rows">
            <Fact label="Subtotal">
              <Money amount={1200} currency="EUR" />
            </Fact>
            <Fact label="Discount">{null}</Fact>
          </Facts>
        </Specimen>
        <Specimen label="Facts in one line">
          <Facts form="inline">
            <Fact label="Added">today</Fact>
            <Fact label="Last used">never</Fact>
          </Facts>
        </Specimen>
      </Columns>
      <Specimen label="Columns with a rail">
        <Columns rail="18rem">
          <Panel title="Facts">
            <Facts>
              <Fact label="Legal name">Officine Aurora Srl</Fact>
              <Fact label="Reference">{null}</Fact>
              <Fact label="Notes" wide>
                Deliver to the side entrance. Ask for Giulia.
              </Fact>
            </Facts>
          </Panel>
          <Panel title="Waiting">
            <Facts loading>
              <Fact label="Legal name" />
            </Facts>
          </Panel>
        </Columns>
      </Specimen>
    </Section>
  )
}
