import type { ImportDecision } from '@agremia/resources/definitions/imports.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { Button } from '@mantine/core'
import { FormMessage } from '../../ui/form-message.tsx'
import type { ImportRecord } from './import-record.ts'
import { useSaveOptions } from './use-save-options.ts'
import classes from './imports.module.css'

interface DecisionButtonsProps {
  /** The result of the row with each reading; for several rows, an example. */
  suggested: string
  other: string
  chosen?: string | null
  isBusy: boolean
  /** The subject of the decision, for the accessible names of the buttons. */
  about: string
  onDecide: (decision: ImportDecision) => void
}

/** The three decisions of a doubt. */
export function DecisionButtons({ suggested, other, chosen, isBusy, about, onDecide }: DecisionButtonsProps) {
  const decisions = [
    ['suggested', suggested],
    ['other', other],
    ['leaveOut', 'Não importar'],
  ] as const
  return (
    <div className={classes.tools}>
      {decisions.map(([decision, text]) => (
        <Button
          key={decision}
          size="xs"
          variant={chosen === decision ? 'filled' : 'default'}
          aria-pressed={chosen === decision}
          aria-label={`${about}: ${text}`}
          disabled={isBusy}
          onClick={() => onDecide(decision)}
        >
          {text}
        </Button>
      ))}
    </div>
  )
}

/** The doubts that nobody has decided, each kind for all its rows. */
export function OpenDoubts({ record }: { record: ImportRecord }) {
  const { save, problem, isBusy } = useSaveOptions(record)
  return (
    <>
      <FormMessage>{problem}</FormMessage>
      {record.doubts.map(({ kind, label, count, text, suggested, other }) => (
        <section key={kind} className={classes.doubt} aria-label={label}>
          <strong>
            {label} ({counted(count, 'linha', 'linhas')})
          </strong>
          <p className={classes.note}>
            {count > 1 && 'Por exemplo: '}
            {text}
            {count > 1 && ` Sugerido: ${suggested}. A outra leitura: ${other}.`}
          </p>
          <DecisionButtons
            suggested={count > 1 ? 'Todas como sugerido' : suggested}
            other={count > 1 ? 'Todas pela outra leitura' : other}
            about={label}
            isBusy={isBusy}
            onDecide={(decision) => void save({ decisions: { ...record.decisions, [kind]: decision } })}
          />
        </section>
      ))}
    </>
  )
}
