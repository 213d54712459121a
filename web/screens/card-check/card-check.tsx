import {
  IconAlertTriangleFilled,
  IconBan,
  IconCheck,
  IconClockExclamation,
  IconId,
  IconWifiOff,
  IconX,
} from '@tabler/icons-react'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, type SyntheticEvent, useEffect, useId, useState } from 'react'
import type { CardValidity, CardVerification } from '@agremia/resources/card-verification.ts'
import { readCardCode } from '@agremia/resources/rules/card-code.ts'
import { formatDate, formatDateTime } from '@agremia/resources/rules/dates.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { isApiError } from '../../api/client.ts'
import { useTerminology } from '../../api/queries.ts'
import { allowOffline } from '../../api/server-status.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { cardPath, publicCheckPath } from '../../paths/cards.ts'
import { OrganisationLogo, OrganisationName } from '../../resource/organisation-logo.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { useNavigate, useParams } from '../../ui/router.tsx'
import { cardCheckQuery, validities, validityText } from './verification.ts'
import classes from './card-check.module.css'

const notFound = 'Cartão não encontrado'
const failed = 'Não foi possível verificar'

/** The public page that the QR code of a card opens: whether the card is valid. */
export default function CardCheckPage() {
  const { id = '' } = useParams()
  useEffect(allowOffline, [])
  return (
    <main className={classes.page}>
      <Check code={id} />
      <OtherCode />
      <p className={classes.organisation}>
        <OrganisationLogo size="1.75rem" /> <OrganisationName />
      </p>
    </main>
  )
}

function Check({ code }: { code: string }) {
  const query = useQuery(cardCheckQuery(code))
  return (
    <>
      <output className="visually-hidden">{resultText(query)}</output>
      <CheckResult query={query} />
    </>
  )
}

type CheckQuery = UseQueryResult<CardVerification | null>

/** The result as one sentence for screen readers. */
function resultText({ data, error, isFetching }: CheckQuery): string {
  if (error) return isFetching ? '' : failed
  if (data === undefined) return ''
  return data === null ? notFound : `${validityText(data.status, data.validUntil)}: ${data.displayName}`
}

function CheckResult({ query: { data, error, refetch, isFetching } }: { query: CheckQuery }) {
  if (error && !isFetching) return <Failed error={error} onRetry={() => void refetch()} />
  if (error || data === undefined) return <CheckHead tone="grey" sign="waiting" title="A verificar…" />
  return data === null ? <NotFound /> : <Checked check={data} />
}

function Checked({ check }: { check: CardVerification }) {
  const { status, validUntil, checkedAt } = check
  return (
    <>
      <CheckHead tone={validities[status].tone} sign={status} title={validityText(status, validUntil)}>
        verificado agora, {formatDateTime(checkedAt, organisationTimeZone())}
      </CheckHead>
      <CheckFacts check={check} />
      <StaffLinks check={check} />
    </>
  )
}

/** Links to the records; the server sends their ids only to staff. */
function StaffLinks({ check: { memberId, cardId } }: { check: CardVerification }) {
  const terminology = useTerminology()
  if (memberId === undefined || cardId === undefined) return null
  return (
    <nav className={classes.links} aria-label="Registos">
      <AppLink to={`/${terminology.memberURLPlural}/${memberId}`}>
        {fillTerms('Ficha {do} {memberSingular}', terminology)}
      </AppLink>
      <AppLink to={cardPath(terminology, cardId)}>Ver o cartão</AppLink>
    </nav>
  )
}

/** The result for every code that no card has, well-formed or not. */
function NotFound() {
  return (
    <>
      <CheckHead tone="red" sign="notFound" title={notFound}>
        Nenhum cartão tem este código.
      </CheckHead>
      <p className={classes.notice}>
        Confirme o código no cartão e verifique de novo. Um cartão que não se encontra não prova nada: peça
        outra identificação, ou contacte a secretaria.
      </p>
    </>
  )
}

/** The request failed: no connection, or the server refused it (for example too many requests). */
function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const status = isApiError(error) ? error.status : 0
  const isOffline = status === 0 || status >= 502
  return (
    <>
      <CheckHead tone="grey" sign="offline" title={failed}>
        O cartão pode ser válido ou não.
      </CheckHead>
      <div className={classes.notice}>
        <p>
          {isOffline
            ? 'Não há ligação à internet, ou o serviço não responde. Verifique a ligação deste telefone e tente de novo.'
            : error.message}
        </p>
        <button type="button" className={classes.button} onClick={onRetry}>
          Tentar de novo
        </button>
      </div>
    </>
  )
}

interface CheckHeadProps {
  tone: 'green' | 'amber' | 'red' | 'grey'
  sign: CheckSign
  title: string
  children?: ReactNode
}

type CheckSign = CardValidity | 'waiting' | 'notFound' | 'offline'

const icons = {
  valido: IconCheck,
  expirado: IconClockExclamation,
  irregular: IconAlertTriangleFilled,
  suspenso: IconBan,
  invalido: IconX,
  notFound: IconX,
  offline: IconWifiOff,
  waiting: IconId,
} as const satisfies Record<CheckSign, unknown>

/** The result as colour, icon and text, so that it does not depend on colour alone. */
function CheckHead({ tone, sign, title, children }: CheckHeadProps) {
  const Icon = icons[sign]
  return (
    <header className={classes.head} data-tone={tone} data-waiting={sign === 'waiting'}>
      <span className={classes.sign} aria-hidden="true">
        <Icon size="2.5rem" stroke={2.75} />
      </span>
      <div className={classes.said}>
        <PageHeading className={classes.title}>{title}</PageHeading>
        <p className={classes.when}>{children}</p>
      </div>
    </header>
  )
}

/** The holder of the card. */
function CheckFacts({ check }: { check: CardVerification }) {
  const terminology = useTerminology()
  const { displayName, memberNumber, category, memberSince, validUntil } = check
  return (
    <section className={classes.card} aria-label="Cartão">
      <Portrait check={check} />
      <p className={classes.name}>{displayName}</p>
      <p className={classes.membership}>
        {fillTerms(`{MemberSingular} n.º ${memberNumber} · ${category}`, terminology)}
      </p>
      <dl className={classes.facts}>
        <div>
          <dt>{fillTerms('{MemberSingular} desde', terminology)}</dt>
          <dd>{memberSince}</dd>
        </div>
        <div>
          <dt>Válido até</dt>
          <dd>{validUntil === null ? 'Sem data de fim' : formatDate(validUntil)}</dd>
        </div>
      </dl>
    </section>
  )
}

/** The photo; initials if there is none or it fails to load. */
function Portrait({ check: { displayName, photoUrl } }: { check: CardVerification }) {
  const [broken, setBroken] = useState<string>()
  if (photoUrl === null || photoUrl === broken) return <Avatar name={displayName} size="large" />
  return (
    <img
      className={classes.photo}
      src={photoUrl}
      alt={`Fotografia de ${displayName}`}
      onError={() => setBroken(photoUrl)}
    />
  )
}

const help = 'São 12 letras e algarismos, como 7K3M-9QX2-VT4D: estão no cartão, junto do código QR.'

/** The form in which the visitor types the code of another card. */
function OtherCode() {
  const navigate = useNavigate()
  const id = useId()
  const [text, setText] = useState('')
  const [isWrong, setWrong] = useState(false)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const code = readCardCode(text)
    setWrong(code === undefined)
    if (code === undefined) {
      document.getElementById(id)?.focus()
      return
    }
    setText('')
    window.scrollTo(0, 0)
    navigate(publicCheckPath(code))
  }
  return (
    <form className={classes.other} onSubmit={submit} noValidate>
      <label htmlFor={id}>Verificar outro</label>
      <div className={classes.line}>
        <input
          id={id}
          className={classes.input}
          value={text}
          placeholder="Código do cartão"
          autoCapitalize="characters"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}-error` : undefined}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setWrong(false)
          }}
        />
        <button type="submit" className={classes.button}>
          Verificar
        </button>
      </div>
      {isWrong && (
        <p id={`${id}-error`} className={classes.error} role="alert">
          {text.trim() === ''
            ? 'Escreva o código do cartão.'
            : 'Este código não está completo ou tem letras a mais.'}{' '}
          {help}
        </p>
      )}
    </form>
  )
}
