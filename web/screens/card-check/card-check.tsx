import { OrganisationLogo } from '../../resource/organisation-logo.tsx'
import type { CardVerification } from '@agremia/resources/card-verification.ts'
import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { isApiError } from '../../api/client.ts'
import { useTerminology } from '../../api/queries.ts'
import { workWithoutServer } from '../../api/server-status.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { cardPath } from '../../paths/cards.ts'
import { cardCheckQuery } from './card-check-query.ts'
import { CheckFacts } from './check-facts.tsx'
import { CheckHead } from './check-head.tsx'
import { OtherCode } from './other-code.tsx'
import { standingText, standings } from './standings.ts'
import classes from './card-check.module.css'

const notFound = 'Cartão não encontrado'
const failed = 'Não foi possível verificar'

/** The public page that the QR code of a card opens: whether the card is valid. */
export default function CardCheckPage() {
  const { id = '' } = useParams()
  const { name } = useTerminology()
  useEffect(workWithoutServer, [])
  return (
    <main className={classes.page}>
      <Check code={id} />
      <OtherCode />
      <p className={classes.organisation}>
        <OrganisationLogo size="1.75rem" /> {name}
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
  return data === null ? notFound : `${standingText(data.status, data.validUntil)}: ${data.displayName}`
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
      <CheckHead tone={standings[status].tone} sign={status} title={standingText(status, validUntil)}>
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

/** CheckResult for every code that no card has, well-formed or not. */
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
