import { kebabCase } from '../../../naming';
import type { NewProject } from '../../new/new-project';

/** What systemd and Kubernetes take as a name: letters, digits and hyphens. */
export function deployedName({ applicationName }: NewProject): string {
  return kebabCase(applicationName);
}

/** `deploy/shop.service`: a unit of systemd. */
export function systemdUnit(project: NewProject): string {
  const name = deployedName(project);
  const folder = `/opt/${name}`;
  return `# Copy it to /etc/systemd/system/, adapt the paths, and run: systemctl enable --now ${name}
# To deploy a new version: exchange the files in ${folder}, then systemctl reload ${name}
[Unit]
Description=${name}, a REST API
Wants=network-online.target
After=network-online.target

[Service]
Type=exec
User=${name}
WorkingDirectory=${folder}
Environment=NODE_ENV=production WORKERS=auto SCHEMA=validate MIGRATE=true
# DB_URL and other secrets: only root has to read it.
EnvironmentFile=-/etc/${name}.env
ExecStart=/usr/bin/node dist/main.js
# Replaces the workers one after the other, so that no request is lost.
ExecReload=/bin/kill -HUP $MAINPID
# The first process stops the workers.
KillMode=mixed
TimeoutStopSec=60
Restart=always
RestartSec=1
NoNewPrivileges=yes
PrivateTmp=yes
ProtectHome=yes
ProtectSystem=strict
ReadWritePaths=-${folder}/data

[Install]
WantedBy=multi-user.target
`;
}

/** `deploy/kubernetes.yaml`: a Deployment and a Service. */
export function kubernetesYaml(project: NewProject): string {
  const name = deployedName(project);
  const probe = (page: string, ...settings: readonly string[]) =>
    [`httpGet: { path: /health/${page}, port: http }`, ...settings].map((line) => `            ${line}`).join('\n');
  return `# kubectl create secret generic ${name} --from-literal=DB_URL='mysql://user:password@host:3306/database'
# kubectl apply -f deploy/kubernetes.yaml
apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  labels: { app: ${name} }
spec:
  replicas: 2
  selector:
    matchLabels: { app: ${name} }
  strategy:
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
  template:
    metadata:
      labels: { app: ${name} }
    spec:
      # More than DRAIN_MS, and three times server.shutdownTimeoutMs.
      terminationGracePeriodSeconds: 60
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: RuntimeDefault } }
      containers:
        - name: application
          image: ${name}:latest
          env:
            - { name: SCHEMA, value: validate }
            - { name: MIGRATE, value: "true" }
            # The time in which the Service notices that a pod stops; longer than limits.keepAliveTimeoutMs.
            - { name: DRAIN_MS, value: "7000" }
          envFrom:
            - secretRef: { name: ${name} }
          ports:
            - { name: http, containerPort: 8080 }
          startupProbe:
${probe('live', 'periodSeconds: 2', 'failureThreshold: 60')}
          livenessProbe:
${probe('live', 'periodSeconds: 10', 'timeoutSeconds: 5')}
          readinessProbe:
${probe('ready', 'periodSeconds: 5', 'timeoutSeconds: 3')}
          resources:
            requests: { cpu: 250m, memory: 256Mi }
            limits: { memory: 512Mi }
          securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: [ALL] } }
---
apiVersion: v1
kind: Service
metadata:
  name: ${name}
spec:
  selector: { app: ${name} }
  ports:
    - { name: http, port: 80, targetPort: http }
`;
}
