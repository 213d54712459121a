import { Anchor } from '@mantine/core'
import { formatCardCode } from '@agremia/resources/rules/card-code.ts'
import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import { plural } from '@agremia/resources/rules/plural.ts'
import type { StoredRecord } from '../../api/client.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { plainText } from '../../fields/texts.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { publicCheckPath } from '../../paths/cards.ts'
import classes from './card-code.module.css'

/** The code of a card, what it answers, and how often it was asked. */
export function CardCode({ record }: { record: StoredRecord }) {
  const code = plainText(record.code)
  const count = Number(record.verifyCount)
  const last = plainText(record.lastVerifiedAt)
  return (
    <div className={classes.code}>
      <CopyField label="Código" text={formatCardCode(code)} />
      <Anchor href={publicCheckPath(code)} target="_blank" rel="noreferrer" fz="sm" className={classes.way}>
        Ver o que o código QR responde
      </Anchor>
      <p className={classes.note}>
        {count === 0
          ? 'Ainda não foi verificado.'
          : `Verificado ${formatCount(count)} ${plural(count, 'vez', 'vezes')}, a última em ${formatDateTime(last, organisationTimeZone())}.`}
      </p>
    </div>
  )
}
