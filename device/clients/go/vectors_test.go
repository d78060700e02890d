package device

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"
)

func stored(t *testing.T, name string, into any) {
	text, err := os.ReadFile("../../vectors/" + name)
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

type expected struct {
	Valid, InGrace bool
	Number         int64
	Reason         *string
	Licenses       []*string
}

func textOf(reason *string) string {
	if reason == nil {
		return ""
	}
	return *reason
}

func TestVectors(t *testing.T) {
	var keys Keys
	var leases []struct {
		Name, Lease string
		Check       LeaseCheck
		Expect      expected
	}
	var files []struct {
		Name, File string
		Check      FileCheck
		Expect     expected
	}
	stored(t, "keys.json", &keys)
	stored(t, "leases.json", &leases)
	stored(t, "files.json", &files)

	for _, one := range leases {
		found := VerifyLease(one.Lease, keys, one.Check)
		wanted := one.Expect
		if found.Valid != wanted.Valid || found.InGrace != wanted.InGrace || found.Reason != textOf(wanted.Reason) {
			t.Errorf("%s: %+v", one.Name, found)
		}
		if found.Valid && found.Claims.Number != wanted.Number {
			t.Errorf("%s: number %d", one.Name, found.Claims.Number)
		}
	}
	for _, one := range files {
		found := VerifyFile(one.File, keys, one.Check)
		var reasons, wanted []string
		for _, license := range found.Licenses {
			reasons = append(reasons, license.Reason)
		}
		for _, reason := range one.Expect.Licenses {
			wanted = append(wanted, textOf(reason))
		}
		if found.Valid != one.Expect.Valid || found.Reason != textOf(one.Expect.Reason) || !reflect.DeepEqual(reasons, wanted) {
			t.Errorf("%s: %+v", one.Name, found)
		}
	}
	t.Logf("%d leases, %d files, %d entitlements passed", len(leases), len(files), entitlements(t, keys))
}

// entitlements asks the questions about typed features and returns how many they are.
func entitlements(t *testing.T, keys Keys) int {
	var questions []struct {
		Name, Lease string
		Ask         struct {
			Method, Name string
			Least        *float64
		}
		Expect any
	}
	stored(t, "entitlements.json", &questions)
	now := time.Date(2026, 5, 21, 10, 0, 0, 0, time.UTC)
	for _, one := range questions {
		claims := VerifyLease(one.Lease, keys, LeaseCheck{DeviceUuid: "laptop", Now: now}).Claims
		var found any
		is := true
		switch one.Ask.Method {
		case "has":
			if one.Ask.Least == nil {
				found = claims.Has(one.Ask.Name)
			} else {
				found = claims.HasAtLeast(one.Ask.Name, *one.Ask.Least)
			}
		case "limit":
			found = claims.Limit(one.Ask.Name)
		case "text":
			found, is = claims.Text(one.Ask.Name)
		case "instant":
			var instant time.Time
			instant, is = claims.Instant(one.Ask.Name)
			found = instant.UTC().Format("2006-01-02T15:04:05.000Z")
		case "object":
			found, is = claims.Object(one.Ask.Name)
		}
		text, _ := json.Marshal(found)
		wanted, _ := json.Marshal(one.Expect)
		if is != (one.Expect != nil) || is && string(text) != string(wanted) {
			t.Errorf("%s: %s instead of %s", one.Name, text, wanted)
		}
	}
	return len(questions)
}

func TestCalls(t *testing.T) {
	asked := []string{}
	portal := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.Method+" "+r.URL.Path)
		switch {
		case len(asked) == 1:
			w.WriteHeader(503)
		case len(asked) == 2:
			w.Write([]byte(`{"licenseSeatId":"s","lease":"x.y.z","leaseExpirationDate":""}`))
		case r.Method == "GET":
			w.Write([]byte(`{"keys":[{"kid":"k"}]}`))
		default:
			w.WriteHeader(428)
			w.Write([]byte(`{"code":"DV428","detail":"Activate again"}`))
		}
	}))
	defer portal.Close()
	p := NewPortal(portal.URL)
	seat, err := p.Activate(map[string]any{"serialKey": "K", "deviceUuid": "d"})
	if err != nil || seat.Lease != "x.y.z" {
		t.Error(seat, err)
	}
	_, err = p.Heartbeat("K", "d")
	var refusal *Refusal
	if !errors.As(err, &refusal) || refusal.Code != "DV428" || refusal.Status != 428 {
		t.Error(err)
	}
	if keys, err := p.Keys(); err != nil || keys.Keys[0].Kid != "k" {
		t.Error(keys, err)
	}
	base := "/api/v1/devices/"
	want := []string{"POST " + base + "activate", "POST " + base + "activate", "POST " + base + "heartbeat", "GET " + base + "keys"}
	if !reflect.DeepEqual(asked, want) {
		t.Error(asked)
	}
	if _, err := NewPortal("http://portal.example.com").Keys(); err == nil {
		t.Error("plain HTTP was allowed")
	}
}

func TestCallVectors(t *testing.T) {
	var cases []struct {
		Name, Call, LicenseSeatId string
		Sent                      struct {
			Path string
			Body map[string]string
		}
		Answer struct {
			Status int
			Body   any
		}
		Expect struct {
			Value  any
			Code   string
			Status int
			Info   any
		}
	}
	stored(t, "calls.json", &cases)
	for _, one := range cases {
		var path string
		var body map[string]string
		portal := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			path = strings.TrimPrefix(r.URL.Path, "/api/v1/devices/")
			json.NewDecoder(r.Body).Decode(&body)
			w.WriteHeader(one.Answer.Status)
			if one.Answer.Body != nil {
				json.NewEncoder(w).Encode(one.Answer.Body)
			}
		}))
		p := NewPortal(portal.URL)
		var seats []KeySeat
		var err error
		if one.Call == "seats" {
			seats, err = p.Seats("K", "d")
		} else {
			err = p.ReleaseSeat("K", "d", one.LicenseSeatId)
		}
		portal.Close()
		if path != one.Sent.Path || !reflect.DeepEqual(body, one.Sent.Body) {
			t.Errorf("%s: sent %s %v", one.Name, path, body)
		}
		var refusal *Refusal
		if errors.As(err, &refusal) {
			if refusal.Code != one.Expect.Code || refusal.Status != one.Expect.Status || !sameJson(refusal.Info, one.Expect.Info) {
				t.Errorf("%s: %+v", one.Name, refusal)
			}
		} else if err != nil || one.Expect.Code != "" || one.Call == "seats" && !sameJson(seats, one.Expect.Value) {
			t.Errorf("%s: %+v %v", one.Name, seats, err)
		}
	}
	t.Logf("%d calls passed", len(cases))
}

// sameJson says whether two values are the same JSON. Instants are written without trailing zeros.
func sameJson(found, wanted any) bool {
	texts := [2]string{}
	for i, value := range []any{found, wanted} {
		text, _ := json.Marshal(value)
		texts[i] = strings.ReplaceAll(string(text), ".000Z", "Z")
	}
	var a, b any
	json.Unmarshal([]byte(texts[0]), &a)
	json.Unmarshal([]byte(texts[1]), &b)
	return reflect.DeepEqual(a, b)
}
