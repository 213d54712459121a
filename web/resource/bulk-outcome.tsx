import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { counted } from '@agremia/resources/rules/plural.ts'
import { formatCount } from '../ui/format-count.ts'
import type { BulkOutcome } from './bulk-work.ts'
import classes from './bulk-progress.module.css'

/** How many were done, and which were not and why; without a total, it is being prepared. */
export function OutcomeLines({ done, failed, total }: BulkOutcome & { total: number | undefined }) {
  return (
    <>
      <output>
        <p className={classes.line} data-tone="green">
          <IconCircleCheck size="1.125rem" stroke={1.5} aria-hidden />
          {total === undefined ? 'A preparar…' : `${formatCount(done)} de ${formatCount(total)} feitos`}
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
