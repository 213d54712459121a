import { IconAlertTriangleFilled, IconCheck, IconHourglass, IconScan, IconX } from '@tabler/icons-react'
import { useTerminology } from '../../api/queries.ts'
import type { Check } from './check.ts'
import { notesOf, sayHolder, statusWords } from './check-words.ts'
import classes from './last-check.module.css'

const icons = { green: IconCheck, amber: IconAlertTriangleFilled, red: IconX, grey: IconHourglass } as const

/** What the last card is worth, large: seen from the corner of the eye, and said by screen readers. */
export function LastCheck({ check }: { check: Check | undefined }) {
  const terminology = useTerminology()
  if (!check) return <NoneYet />
  const { tone, title } = statusWords[check.status]
  const isRepeated = check.firstAt !== undefined
  const shown = isRepeated && tone === 'green' ? 'amber' : tone
  const Icon = icons[shown]
  return (
    <div className={classes.last} data-tone={shown} aria-live="assertive" aria-atomic="true">
      <span key={check.place} className={classes.line}>
        <span className={classes.sign} aria-hidden="true">
          <Icon size="2rem" stroke={2.75} />
        </span>
        <span className={classes.words}>
          <strong className={classes.title}>{isRepeated ? `${title} · repetido` : title}</strong>
          <span className={classes.holder}>{sayHolder(check, terminology)}</span>
          {notesOf(check).map((note) => (
            <span key={note}>{note}</span>
          ))}
        </span>
      </span>
    </div>
  )
}

function NoneYet() {
  return (
    <div className={classes.last} data-tone="none" aria-live="assertive" aria-atomic="true">
      <span className={classes.line}>
        <span className={classes.sign} aria-hidden="true">
          <IconScan size="2rem" stroke={1.75} />
        </span>
        <span className={classes.words}>
          <strong className={classes.title}>À espera do primeiro cartão</strong>
          <span>Mostre-o à câmara, passe-o pelo leitor ou escreva o código.</span>
        </span>
      </span>
    </div>
  )
}
