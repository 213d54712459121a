import { IconAlertTriangleFilled, IconCheck, IconHourglass, IconScan, IconX } from '@tabler/icons-react'
import { useTerminology } from '../../api/queries.ts'
import type { Check } from './check.ts'
import { notesOf, sayHolder, statusWords } from './check-words.ts'
import classes from './last-check.module.css'

const icons = { green: IconCheck, amber: IconAlertTriangleFilled, red: IconX, grey: IconHourglass } as const

/** What the last card is worth, large: seen from the corner of the eye, and said by screen readers. */
export function LastCheck({ check }: { check: Check | undefined }) {
  return (
    <div className={classes.last} data-tone={toneOf(check)} aria-live="assertive" aria-atomic="true">
      {check ? <Said key={check.place} check={check} /> : <NoneYet />}
    </div>
  )
}

/** A good card that was shown before is to be looked at. */
function toneOf(check: Check | undefined): keyof typeof icons | 'none' {
  if (!check) return 'none'
  const { tone } = statusWords[check.status]
  return tone === 'green' && check.firstAt !== undefined ? 'amber' : tone
}

function Said({ check }: { check: Check }) {
  const terminology = useTerminology()
  const tone = toneOf(check)
  const { title } = statusWords[check.status]
  const Icon = tone === 'none' ? IconScan : icons[tone]
  return (
    <div className={classes.line}>
      <span className={classes.sign} aria-hidden="true">
        <Icon size="2rem" stroke={2.75} />
      </span>
      <div className={classes.words}>
        <strong className={classes.title}>
          {check.firstAt === undefined ? title : `${title} (repetido)`}
        </strong>
        <span className={classes.holder}>{sayHolder(check, terminology)}</span>
        {notesOf(check).map((note) => (
          <span key={note}>{note}</span>
        ))}
      </div>
    </div>
  )
}

function NoneYet() {
  return (
    <div className={classes.line}>
      <span className={classes.sign} aria-hidden="true">
        <IconScan size="2rem" stroke={1.75} />
      </span>
      <div className={classes.words}>
        <strong className={classes.title}>À espera do primeiro cartão</strong>
        <span>Mostre-o à câmara, passe-o pelo leitor ou escreva o código.</span>
      </div>
    </div>
  )
}
