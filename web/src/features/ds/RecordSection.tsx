import { Button } from '../../ui/Button.tsx'
import { Decision, Decisions } from '../../ui/Decision.tsx'
import { Fold, Folds } from '../../ui/Fold.tsx'
import { Fact, Facts, Row } from '../../ui/layout.tsx'
import { Money } from '../../ui/Money.tsx'
import { RecordBar } from '../../ui/RecordBar.tsx'
import { TableTitle } from '../../ui/TableTitle.tsx'
import { Section, Specimen } from './Section.tsx'

const nothing = () => undefined

/** The pieces of a record's page (decision 118); `RecordPage` puts them together. */
export function RecordSection() {
  return (
    <Section title="Records">
      <Specimen label="RecordBar: one filled button at most; minor actions are in the menu of a narrow window">
        <RecordBar
          actions={[
            { id: 'approve', label: 'Approve', onClick: nothing, place: 'primary' },
            { id: 'next', label: 'Next pending order', onClick: nothing, place: 'beside' },
            { id: 'pdf', label: 'PDF', onClick: nothing, place: 'minor' },
            {
              id: 'cancel',
              label: 'Cancel order',
              hint: 'Nothing moves.',
              onClick: nothing,
              destructive: true,
              place: 'menu',
            },
          ]}
        />
      </Specimen>
      <Specimen label="Facts as figures: three at most">
        <Facts form="figures">
          <Fact label="Value">
            <Row as="span" align="baseline">
              <Money amount={13_940} currency="EUR" />
              <small>MSRP €16,400.00</small>
            </Row>
          </Fact>
          <Fact label="Chance, close">20%</Fact>
        </Facts>
      </Specimen>
      <Specimen label="Decisions: a sentence each, in order of weight">
        <Decisions label="Example">
          <Decision
            tone="warning"
            detail="Same VAT ID, same city."
            actions={<Button variant="default">Compare</Button>}
          >
            Another partner registered the company first.
          </Decision>
          <Decision tone="success">The registration is protected.</Decision>
        </Decisions>
      </Specimen>
      <Specimen label="Folds, and the title of a table">
        <TableTitle description="In one line with the table’s tools">Products</TableTitle>
        <Folds>
          <Fold id="ds-history" title="History" summary="3 entries">
            What is folded.
          </Fold>
        </Folds>
      </Specimen>
    </Section>
  )
}
