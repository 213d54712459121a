import { IconAlertTriangleFilled, IconCheck, IconHourglass, IconScan, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { recordQuery, useTerminology } from '../../api/queries.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { type Check, holderText, notesOf, statusWords } from './check.ts'
import classes from './last-check.module.css'

const icons = { green: IconCheck, amber: IconAlertTriangleFilled, red: IconX, grey: IconHourglass } as const

/** The latest check, in large type and announced by screen readers; below it the member's photo and a link to the record. */
export function LastCheck({ check }: { check: Check | undefined }) {
  return (
    <section className={classes.last} data-tone={toneOf(check)} aria-label="Último cartão">
      <div className={classes.said} aria-live="assertive" aria-atomic="true">
        {check ? <CheckDetails key={check.place} check={check} /> : <NoCheckYet />}
      </div>
      {check?.memberId !== undefined && <MemberLink memberId={check.memberId} />}
    </section>
  )
}

/** A valid card that is shown again is amber. */
function toneOf(check: Check | undefined): keyof typeof icons | 'none' {
  if (!check) return 'none'
  const { tone } = statusWords[check.status]
  return tone === 'green' && check.firstAt !== undefined ? 'amber' : tone
}

function CheckDetails({ check }: { check: Check }) {
  const terminology = useTerminology()
  const tone = toneOf(check)
  const { title } = statusWords[check.status]
  const Icon = tone === 'none' ? IconScan : icons[tone]
  return (
    <>
      <span className={classes.sign} aria-hidden="true">
        <Icon size="3rem" stroke={2.75} />
      </span>
      <strong className={classes.title}>{check.firstAt === undefined ? title : `${title} (repetido)`}</strong>
      <span className={classes.holder}>{holderText(check, terminology)}</span>
      {notesOf(check).map((note) => (
        <span key={note}>{note}</span>
      ))}
    </>
  )
}

/** The member's photo and a link to the record. */
function MemberLink({ memberId }: { memberId: string }) {
  const { memberURLPlural } = useTerminology()
  const { data } = useQuery(recordQuery('members', memberId))
  if (!data) return <div className={classes.person} />
  const { name, photoUrl } = data
  return (
    <div className={classes.person}>
      {typeof photoUrl === 'string' && (
        <img className={classes.photo} src={photoUrl} alt={`Fotografia de ${name}`} />
      )}
      <AppLink className={classes.link} to={`/${memberURLPlural}/${memberId}`}>
        Abrir a ficha de {name}
      </AppLink>
    </div>
  )
}

function NoCheckYet() {
  return (
    <>
      <span className={classes.sign} aria-hidden="true">
        <IconScan size="3rem" stroke={1.75} />
      </span>
      <strong className={classes.title}>À espera do primeiro cartão</strong>
      <span>Mostre-o à câmara, passe-o pelo leitor ou escreva o código.</span>
    </>
  )
}
