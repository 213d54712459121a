import { type ApiDocument, requestExamples } from '@agremia/resources/request-examples.ts'
import { PasswordInput } from '@mantine/core'
import { useAddress } from '../../ui/router.tsx'
import { type DetailedHTMLProps, useEffect, useRef, useState } from 'react'
import { accessToken } from '../../api/tokens.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { documentOf, type Operation } from './api-document.ts'
import './api-explorer.ts'
import { RequestLine } from './request-line.tsx'
import classes from './reference.module.css'

interface Explorer extends HTMLElement {
  loadSpec: (document: object) => Promise<void>
}

declare module 'react' {
  // oxlint-disable-next-line typescript/no-namespace
  namespace JSX {
    interface IntrinsicElements {
      'api-explorer': DetailedHTMLProps<HTMLAttributes<Explorer>, Explorer> & Record<string, unknown>
    }
  }
}

interface OperationViewProps {
  document: ApiDocument
  operation: Operation
}

/** What an operation does, examples of its request, and its parameters, bodies and answers, which can be tried. */
export default function OperationView({ document, operation }: OperationViewProps) {
  const { summary, description, method, path, security } = operation
  const heading = useRef<HTMLHeadingElement>(null)
  const { isTraversal } = useAddress()
  useEffect(() => {
    if (!isTraversal) heading.current?.focus()
  }, [isTraversal])
  const { curl, typescript } = requestExamples(document, { path, method, origin: location.origin })
  const scope = security.flatMap(({ apiSecret }) => apiSecret ?? [])[0]
  const isOpen = security.some((one) => Object.keys(one).length === 0)
  return (
    <section className={classes.operation} aria-labelledby="operation">
      <div>
        <h2 id="operation" ref={heading} tabIndex={-1} className={classes.summary}>
          {summary}
        </h2>
        <RequestLine method={method} path={path} className={classes.address} />
      </div>
      {description !== undefined && <p className={classes.text}>{description}</p>}
      <p className={classes.text}>
        {scope !== undefined ? (
          <>
            A chave de API precisa da permissão <code>{scope}</code>.
          </>
        ) : isOpen ? (
          'Não precisa de chave de API.'
        ) : (
          'Só para pessoas, com o token de uma sessão: uma chave de API não chega.'
        )}
      </p>
      <CopyField label="curl" text={curl} isBlock />
      <CopyField label="TypeScript" text={typescript} isBlock />
      <Trial document={document} operation={operation} isWrite={method !== 'get'} />
    </section>
  )
}

function Trial({ document, operation, isWrite }: OperationViewProps & { isWrite: boolean }) {
  const element = useRef<Explorer>(null)
  const [secret, setSecret] = useState('')
  useEffect(() => {
    void element.current?.loadSpec(documentOf(document, operation))
  }, [document, operation])
  useEffect(() => {
    const explorer = element.current
    const authorise = (event: Event) => {
      const { request } = (event as CustomEvent<{ request: { headers: Headers } }>).detail
      request.headers.set('authorization', `Bearer ${secret.trim() || accessToken()}`)
    }
    explorer?.addEventListener('request', authorise)
    return () => explorer?.removeEventListener('request', authorise)
  }, [secret])
  return (
    <>
      <PasswordInput
        className={classes.secret}
        label="Chave de API para experimentar (opcional)"
        description={
          `Sem ela, «Executar» usa a sua sessão. Não fica guardada.` +
          (isWrite ? ' O pedido é real: o que muda aqui fica mudado.' : '')
        }
        autoComplete="off"
        value={secret}
        onChange={(event) => setSecret(event.currentTarget.value)}
      />
      <api-explorer
        ref={element}
        class={classes.explorer}
        hide-info=""
        hide-authentication=""
        hide-server-selection=""
        hide-search=""
        hide-components=""
        default-schema-tab="model"
      />
    </>
  )
}
