import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import type { Gender } from '@agremia/resources/rules/names.ts'
import { counted, plural } from '@agremia/resources/rules/plural.ts'
import { formatCount } from '../ui/format-count.ts'
import type { BulkOutcome } from './bulk-work.ts'
import classes from './bulk-progress.module.css'

interface OutcomeLinesProps extends BulkOutcome {
  /** Of the word for what it is done to. */
  gender: Gender
  total: number | undefined
}

/** How many were done, and which were not and why; without a total, it is being prepared. */
export function OutcomeLines({ gender, done, failed, total }: OutcomeLinesProps) {
  return (
    <>
      <output>
        <p className={classes.line} data-tone="green">
          <IconCircleCheck size="1.125rem" stroke={1.5} aria-hidden />
          {total === undefined ? 'A preparar…' : doneText(gender, done, total)}
        </p>
        {failed.length > 0 && (
          <p className={classes.line} data-tone="red">
            <IconAlertCircle size="1.125rem" stroke={1.5} aria-hidden />
            {counted(failed.length, 'não foi possível', 'não foram possíveis')}
          </p>
        )}
      </output>
      {failed.length > 0 && (
        <ul className={classes.failed}>
          {failed.map(({ name, why }, index) => (
            <li key={index}>
              <strong>{name}</strong>: {why}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function doneText(gender: Gender, done: number, total: number): string {
  const { one, many } = wordsOf[gender]
  return `${formatCount(done)} de ${formatCount(total)} ${plural(total, one, many)}`
}

const wordsOf = {
  m: { one: 'feito', many: 'feitos' },
  f: { one: 'feita', many: 'feitas' },
}
