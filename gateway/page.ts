import type { Order, Store } from './orders.ts'
import { decimal } from './orders.ts'

const states: Record<Order['state'], string> = {
  pending: 'à espera',
  paid: 'pago',
  refused: 'recusado',
  declined: 'rejeitado',
  expired: 'expirado',
}

/** The page on which a person plays the payer. */
export function drawPage(store: Store): string {
  const rows = store.orders.toReversed().map(drawOrder).join('')
  const waiting = store.undelivered.length
  return `<!doctype html><html lang="pt-PT"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Simulador de pagamentos</title><style>${style}</style>
<main><h1>Simulador de pagamentos</h1>
<p>Faz de ifthenpay e de Eupago, e de telemóvel ou caixa Multibanco de quem paga. Nada aqui move dinheiro.</p>
${drawSwitch('automatic', !store.isAutomatic, {
  text: store.isAutomatic
    ? 'Os telemóveis respondem sozinhos ao fim de 3 segundos, pelo último algarismo: 0 a 5 aceitam, 6 recusa, 7 é rejeitado, 8 não responde, 9 aceita e o aviso chega duas vezes.'
    : 'Os telemóveis esperam pelo que decidir aqui.',
  button: store.isAutomatic ? 'Decidir eu' : 'Responder sozinhos',
})}
${drawSwitch('silent', !store.isSilent, {
  text: store.isSilent
    ? 'Os pedidos chegam, mas as respostas ao programa perdem-se.'
    : 'O programa recebe a resposta a cada pedido.',
  button: store.isSilent ? 'Responder outra vez' : 'Perder as respostas',
})}
${waiting > 0 ? `<p class="problem">Avisos que o programa não aceitou: ${waiting}.</p>` : ''}
${rows === '' ? '<p>Ainda ninguém pediu nada. Peça uma referência ou um pagamento MB WAY no programa.</p>' : `<div class="list">${rows}</div>`}
</main><script>setInterval(() => document.activeElement?.tagName === 'INPUT' || location.reload(), 2500)</script></html>`
}

function drawSwitch(
  verb: string,
  value: boolean,
  { text, button }: { text: string; button: string },
): string {
  return `<form method="post" action="/__sim/${verb}"><input type="hidden" name="value" value="${value}"><p>${text} <button>${button}</button></p></form>`
}

function drawOrder(order: Order): string {
  const { kind, provider, entity, reference, phone, amount, state, id, payments } = order
  const what =
    kind === 'mbway'
      ? `MB WAY · ${escape(phone)}`
      : `Multibanco · ${escape(entity)} · ${reference.replace(/(\d{3})(?=\d)/g, '$1 ')}`
  const button = (verb: string, label: string, fields = '') =>
    `<form method="post" action="/__sim/${verb}/${encodeURIComponent(id)}">${fields}<button>${label}</button></form>`
  const copies = (count: number) => `<input type="hidden" name="copies" value="${count}">`
  const other = `<label>Valor <input name="amount" value="${decimal(amount).replace('.', ',')}" inputmode="decimal" size="8"></label>`
  return `<section><h2>${what} <b>${decimal(amount).replace('.', ',')} €</b></h2>
<p>${provider} · ${states[state]}${payments.length > 1 ? ` ${payments.length} vezes` : ''}</p>
<div class="buttons">${button('pay', state === 'paid' ? 'Pagar outra vez' : 'Pagar')}${button('pay', 'Pagar, com o aviso a dobrar', copies(2))}${button('pay', 'Pagar, e perder o aviso', copies(0))}${button('pay', 'Pagar este valor', other)}
${state === 'pending' ? button('refuse', 'Recusar') + button('expire', 'Deixar expirar') : ''}${state === 'paid' ? button('refund', 'Devolver') : ''}</div></section>`
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{margin:0}main{max-width:56rem;margin:0 auto;padding:1.5rem 1rem}
h1{font-size:1.4rem}h2{font-size:1rem;margin:0;display:flex;justify-content:space-between;gap:1rem;font-variant-numeric:tabular-nums}
section{border:1px solid #8886;border-radius:10px;padding:1rem;margin:.75rem 0}section p{margin:.25rem 0 .75rem;opacity:.75}
.buttons{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}form{margin:0}button,input{font:inherit;min-height:2.25rem;padding:0 .75rem;border-radius:8px;border:1px solid #8888}
.problem{color:#b3261e}`
