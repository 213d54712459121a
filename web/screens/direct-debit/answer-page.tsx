import { Anchor } from '@mantine/core'
import { recordName } from '../../fields/record-name.ts'
import { debitCollectionPath } from '../../paths/direct-debit.ts'
import { useMemberPaths } from '../../paths/use-member-paths.ts'
import { historyTab, RecordPage, type RecordPageTab, type RecordPart } from '../../resource/record-page.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { euros } from '../../ui/euros.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Panel } from '../../ui/panel.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import classes from './direct-debit.module.css'
import type { Tone } from '@agremia/resources/field-types.ts'

/** The page of an answer of the bank: the changed debits with the advice for each. */
export default function DebitAnswerPage() {
  return <RecordPage resource="debitAnswers" tabs={tabs} head={answerHead} />
}

const tabs: RecordPageTab<'debitAnswers'>[] = [
  { name: 'resposta', label: 'O que mudou', panel: (part) => <AnswerLines {...part} /> },
  historyTab,
]

function answerHead({ record, fields, descriptor }: RecordPart<'debitAnswers'>) {
  return {
    title: recordName({ title: descriptor.title }, fields, record),
    facts: (
      <Facts>
        <Fact label="Rejeitados" value={String(record.rejected)} />
        <Fact label="Devolvidos" value={String(record.returned)} />
        <Fact label="Sem efeito" value={String(record.unchanged)} />
      </Facts>
    ),
  }
}

const outcomes: Record<string, { label: string; tone: Tone }> = {
  rejected: { label: 'Rejeitado', tone: 'red' },
  returned: { label: 'Devolvido', tone: 'red' },
  unchanged: { label: 'Sem efeito', tone: 'grey' },
}

function AnswerLines({ record }: RecordPart<'debitAnswers'>) {
  const paths = useMemberPaths()
  return (
    <Panel title="Débitos do ficheiro">
      <ul className={classes.lines}>
        {record.lines.map((line, index) => (
          // Lines of files have no id.
          <li key={`${line.collectionId} ${index}`}>
            <StateBadge tone={outcomes[line.outcome]?.tone} label={outcomes[line.outcome]?.label ?? ''} />
            <span className={classes.words}>
              {line.memberId !== null && line.name !== null && (
                <Anchor component={AppLink} to={paths.record(line.memberId)}>
                  {line.name}
                </Anchor>
              )}
              <span>{line.message}</span>
              {line.advice !== null && <span className="note">{line.advice}</span>}
            </span>
            {line.collectionId !== null && (
              <Anchor component={AppLink} to={debitCollectionPath(line.collectionId)} fz="sm">
                Ver o débito
              </Anchor>
            )}
            {line.amount !== null && <span className={classes.sum}>{euros(line.amount)}</span>}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
