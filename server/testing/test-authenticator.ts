import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** The code that an authenticator app with the secret shows at `timestamp` (ms since 1970). */
export function appCode(secret: string, timestamp: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}

/** A passkey in software (WebAuthn level 2, ES256, no attestation). */
export function createAuthenticator(origin: string) {
  const id = randomBytes(16)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const rpIdHash = createHash('sha256').update(new URL(origin).hostname).digest()
  let counter = 0
  let userHandle = ''

  const clientDataOf = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authenticatorData = (flags: number, more = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(++counter)
    return Buffer.concat([rpIdHash, Buffer.from([flags]), count, more])
  }
  const credential = (response: object) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })
  return {
    /** The response to `POST /auth/passkeys/options`. */
    create(options: { challenge: string; user: { id: string } }) {
      userHandle = options.user.id
      const [xBytes, yBytes] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
      // COSE_Key: kty EC2, alg ES256, crv P-256, x, y.
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        xBytes,
        Buffer.from('225820', 'hex'),
        yBytes,
      ])
      const length = Buffer.from([0, id.length])
      const data = authenticatorData(0x45, Buffer.concat([Buffer.alloc(16), length, id, key]))
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ])
      return credential({
        clientDataJSON: clientDataOf('webauthn.create', options.challenge).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      })
    },
    /** The response to `POST /auth/passkey_options`. `isVerified`: the person was identified, by PIN or finger. */
    get(options: { challenge: string }, { isVerified = true } = {}) {
      const data = authenticatorData(isVerified ? 0x05 : 0x01)
      const clientData = clientDataOf('webauthn.get', options.challenge)
      const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()])
      return credential({
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        userHandle,
      })
    },
  }
}
