import { Anchor } from '@mantine/core'
import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import type { StoredRecord } from '../../api/client.ts'
import { useTerminology } from '../../api/queries.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { plainText } from '../../fields/texts.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { cardPath } from '../../paths/cards.ts'
import { isEnded } from './card-standing.ts'
import classes from './card-ended.module.css'

/** Why a card is no longer good, since when, and which took its place; nothing while it is. */
export function CardEnded({ record }: { record: StoredRecord }) {
  const terminology = useTerminology()
  if (!isEnded(record)) return null
  const since = formatDateTime(plainText(record.revokedAt), organisationTimeZone()).slice(0, 10)
  return (
    <p className={classes.note} role="note">
      Sem efeito desde {since}: {plainText(record.revokeReason)}.
      {typeof record.replacedById === 'string' && (
        <>
          {' Em seu lugar está o '}
          <Anchor
            component={AppLink}
            underline="always"
            to={cardPath(terminology, record.replacedById)}
            fz="inherit"
          >
            cartão n.º {plainText(record.replacedByLabel)}
          </Anchor>
          .
        </>
      )}
    </p>
  )
}
