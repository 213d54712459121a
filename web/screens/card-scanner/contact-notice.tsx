import { IconCloudOff } from '@tabler/icons-react'
import { countChecks } from './check.ts'
import { clockTime } from './check-words.ts'
import type { Checker } from './use-checker.ts'
import classes from './scanner.module.css'

/** While offline: how cards are checked meanwhile, and how many still need confirmation. */
export function ContactNotice({ checker: { checks, known, isOffline } }: { checker: Checker }) {
  const { waiting } = countChecks(checks)
  return (
    <div role="presentation" aria-live="polite">
      {isOffline && (
        <p className={classes.notice}>
          <IconCloudOff size="1.25rem" stroke={1.5} aria-hidden />
          <span>
            <strong>Sem contacto com o servidor.</strong>{' '}
            {known
              ? `Os cartões verificam-se pela lista das ${clockTime(known.listedAt)} e confirmam-se quando a rede voltar.`
              : 'Os cartões ficam na lista e verificam-se quando a rede voltar.'}{' '}
            {waiting > 0 && `${waiting} por confirmar.`}
          </span>
        </p>
      )}
    </div>
  )
}
